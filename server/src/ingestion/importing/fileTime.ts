import type { OpenAd, OpenAdInput } from '@magpie/contract';
import type { AdSource } from '@magpie/sources/source';
import { defaultFreshnessDays, toDay } from '../../ads/run.ts';

/** When the ads of a file were read, for records that do not state it. */
export interface FileTime {
  /** The time of the file; null if unknown, as for a pipe. */
  readonly modified: string | null;
  /** The day of that time, or of the import. */
  readonly day: string;
  /** The newest date in the file, if it is much older than the file: such a file was copied or downloaded later. */
  readonly newestDate: string | null;
}

/** The newest ad of an export is rarely older. */
const maxDaysAfterNewest = 30;
const maxSampledRecords = 1000;

/** @param values the first ones of the file */
export function readFileTime(
  source: AdSource,
  values: readonly unknown[],
  modified: string | null,
  now: string,
): FileTime {
  const day = (modified ?? now).slice(0, 10);
  let newest = '';
  for (const raw of listRecords(source, values)) {
    for (const date of listDays(source, raw)) if (date <= day && date > newest) newest = date;
  }
  const isOlder = newest !== '' && toDay(day) - toDay(newest) > maxDaysAfterNewest;
  return { modified, day, newestDate: isOlder ? newest : null };
}

function* listRecords(source: AdSource, values: readonly unknown[]): Iterable<unknown> {
  let count = 0;
  for (const value of values) {
    for (const raw of source.unfold(value)) {
      if (count === maxSampledRecords) return;
      count += 1;
      yield raw;
    }
  }
}

function listDays(source: AdSource, raw: unknown): string[] {
  const ad = mapAd(source, raw);
  if (ad === null) return [];
  const { startDate, endDate, capturedAt, firstSeenAt, lastSeenAt, lastConfirmedAt } = ad;
  const known = [startDate, endDate, capturedAt, firstSeenAt, lastSeenAt, lastConfirmedAt];
  return known.flatMap((date) => (typeof date === 'string' && isDate(date) ? [date.slice(0, 10)] : []));
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(text);
}

function mapAd(source: AdSource, raw: unknown): OpenAdInput | null {
  try {
    return source.toAd(raw);
  } catch {
    // The import rejects the record and says why.
    return null;
  }
}

/** Whether only the file says that an older ad was still running. */
export function reliesOnFileTime(ad: OpenAd, { day }: FileTime): boolean {
  return ad.startDate !== null && toDay(day) - toDay(ad.startDate) > defaultFreshnessDays && isUndated(ad);
}

function isUndated({ status, endDate, capturedAt, lastSeenAt, lastConfirmedAt }: OpenAd): boolean {
  const dates = [endDate, capturedAt, lastSeenAt, lastConfirmedAt];
  return status !== 'inactive' && dates.every((known) => known === null);
}

/**
 * An old file that is imported after a newer one must not overwrite newer data, so its ads have its time. They count as
 * running until then only if the dates in the file support it.
 */
export function withFileTime(ad: OpenAd, { modified, newestDate }: FileTime): OpenAd {
  if (ad.capturedAt !== null || ad.lastSeenAt !== null) return ad;
  if (newestDate === null || !isUndated(ad)) return { ...ad, lastSeenAt: modified };
  const { startDate } = ad;
  const confirmed = startDate !== null && startDate > newestDate ? startDate : newestDate;
  return { ...ad, lastSeenAt: modified, lastConfirmedAt: `${confirmed}T00:00:00.000Z` };
}
