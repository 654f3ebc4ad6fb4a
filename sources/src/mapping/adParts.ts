import type { OpenAdInput } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import { Unmappable } from '../source.ts';
import { firstText, getPath, readDay, readInstant, readString } from './fields.ts';

/** Parts of an ad that several libraries report in the same way. */

type Media = NonNullable<OpenAdInput['media']>;

export function identifyIn(
  platform: 'tiktok' | 'linkedin',
  id: string,
): Pick<OpenAdInput, 'key' | 'externalId' | 'sourceUrl' | 'platforms' | 'placements'> {
  return { ...platformTable.identifyAd(platform, id), platforms: [platform], placements: [platform] };
}

export function readAdvertiserName(names: readonly unknown[], problem: string): string {
  const name = firstText(names, 200);
  if (name === null) throw new Unmappable(problem);
  return name;
}

export function distinctMedia(media: Media, limit: number): Media {
  return [...new Map(media.map((medium) => [medium.url, medium])).values()].slice(0, limit);
}

type Status = 'active' | 'inactive';
type Run = Pick<OpenAdInput, 'startDate' | 'endDate' | 'status'>;

/** Libraries are a day or two behind: an ad shown this recently may still be running. */
const lagOfLibraries = 2 * 86_400_000;

/** The capture time from a scraper; libraries do not provide one. */
export function readCapturedAt(record: unknown): string | null {
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
export function mapRun(firstShown: unknown, lastShown: unknown, status: Status | null): Run {
  const startDate = readDay(firstShown);
  const last = readDay(lastShown);
  const over = status !== 'active' && last !== null && (startDate === null || startDate <= last);
  return { startDate, endDate: over ? last : null, status };
}

/** The call to action, for sources with one field for text and type: `Shop now` is also SHOP_NOW. */
export function mapCallToAction(value: unknown): Pick<OpenAdInput, 'ctaType' | 'ctaText'> {
  const text = readString(value, 100);
  if (text === null) return { ctaType: null, ctaText: null };
  const isKind = /^[A-Z0-9_]+$/.test(text);
  const isEnglish = /^[A-Za-z]+(?: [A-Za-z]+)*$/.test(text);
  return {
    ctaType: isKind ? text : isEnglish ? text.toUpperCase().replaceAll(' ', '_') : null,
    ctaText: isKind ? null : text,
  };
}
