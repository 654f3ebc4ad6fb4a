import type { OpenAdInput } from '@magpie/contract';
import { at, dayOf, instantOf } from './fields.ts';

/** When an ad ran, for the libraries that tell the first and the last day on which they showed it. */

type Status = 'active' | 'inactive';
type Run = Pick<OpenAdInput, 'startDate' | 'endDate' | 'status'>;

/** Libraries are a day or two behind: an ad shown that lately may well be running. */
const lagOfLibraries = 2 * 86_400_000;

/** The time at which a scraper says that it looked; libraries themselves do not say it. */
export function capturedAtOf(record: unknown): string | null {
  const names = ['capturedAt', 'captured_at', 'scrapedAt', 'scraped_at'];
  return instantOf(names.map((name) => at(record, name)).find((value) => value !== undefined));
}

/** Whether an ad last shown on one day was running on another; `null` when either is unknown. */
export function statusAt(lastShown: unknown, capturedAt: string | null): Status | null {
  const last = dayOf(lastShown);
  const day = dayOf(capturedAt);
  if (last === null || day === null) return null;
  return Date.parse(day) - Date.parse(last) <= lagOfLibraries ? 'active' : 'inactive';
}

/** While an ad runs, the last day shown is only the newest that the library knows, and no end. */
export function runOf(firstShown: unknown, lastShown: unknown, status: Status | null): Run {
  const startDate = dayOf(firstShown);
  const last = dayOf(lastShown);
  const over = status !== 'active' && last !== null && (startDate === null || startDate <= last);
  return { startDate, endDate: over ? last : null, status };
}
