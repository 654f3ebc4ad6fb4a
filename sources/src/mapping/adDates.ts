import type { OpenAdInput } from '@magpie/contract';
import { getPath, readDay, readInstant } from './fields.ts';

/** Running dates for libraries that report the first and last day on which an ad was shown. */

type Status = 'active' | 'inactive';
type Run = Pick<OpenAdInput, 'startDate' | 'endDate' | 'status'>;

/** Libraries are a day or two behind: an ad shown this recently may still be running. */
const lagOfLibraries = 2 * 86_400_000;

/** The capture time from a scraper; libraries do not provide one. */
export function capturedAtOf(record: unknown): string | null {
  const names = ['capturedAt', 'captured_at', 'scrapedAt', 'scraped_at'];
  return readInstant(names.map((name) => getPath(record, name)).find((value) => value !== undefined));
}

/** Whether an ad last shown on one day was running on another; `null` when either is unknown. */
export function statusAt(lastShown: unknown, capturedAt: string | null): Status | null {
  const last = readDay(lastShown);
  const day = readDay(capturedAt);
  if (last === null || day === null) return null;
  return Date.parse(day) - Date.parse(last) <= lagOfLibraries ? 'active' : 'inactive';
}

/** For a running ad, the last day shown is not an end date. */
export function runOf(firstShown: unknown, lastShown: unknown, status: Status | null): Run {
  const startDate = readDay(firstShown);
  const last = readDay(lastShown);
  const over = status !== 'active' && last !== null && (startDate === null || startDate <= last);
  return { startDate, endDate: over ? last : null, status };
}
