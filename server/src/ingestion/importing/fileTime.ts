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
  /** Whether that is the day of a sighting. Otherwise it is the start of an ad, and ads below the sample may start later. */
  readonly isSighting: boolean;
  /** Whether any ad states a date. If none does, the time of the file may be that of a copy of any age. */
  readonly isDated: boolean;
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
  let [observed, started] = ['', ''];
  let isSighting = false;
  for (const raw of listRecords(source, values)) {
    const ad = mapAd(source, raw);
    if (ad === null) continue;
    for (const date of listSightings(ad)) if (date <= day && date > observed) observed = date;
    isSighting ||= listDays([ad.capturedAt, ad.lastSeenAt]).length > 0;
    // A file was not read before an ad in it had started. An end may be planned.
    const [start = ''] = listDays([ad.startDate]);
    if (start <= day && start > started) started = start;
  }
  // A start after all sightings is planned. The last day on which single ads were shown is no sighting of the others.
  const newest = isSighting || observed > started ? observed : started;
  const isOlder = newest !== '' && toDay(day) - toDay(newest) > maxDaysAfterNewest;
  return { modified, day, newestDate: isOlder ? newest : null, isSighting, isDated: newest !== '' };
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

type Sighted = Pick<OpenAdInput, 'capturedAt' | 'firstSeenAt' | 'lastSeenAt' | 'lastConfirmedAt'>;

function listSightings(ad: Sighted): string[] {
  return listDays([ad.capturedAt, ad.firstSeenAt, ad.lastSeenAt, ad.lastConfirmedAt]);
}

function listDays(dates: readonly unknown[]): string[] {
  return dates.flatMap((date) => (typeof date === 'string' && isDate(date) ? [date.slice(0, 10)] : []));
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

/** Whether only the file says that an ad that is not new was still running. */
export function reliesOnFileTime(ad: OpenAd, fileTime: FileTime): boolean {
  if (!isUndated(ad) || isUnconfirmed(ad, fileTime)) return false;
  const { startDate } = ad;
  return startDate === null || toDay(fileTime.day) - toDay(startDate) > defaultFreshnessDays;
}

/** With a freshness of 0, the source itself confirms nothing. */
function isUndated(ad: OpenAd): boolean {
  const { status, endDate, capturedAt, lastSeenAt, lastConfirmedAt, freshnessDays } = ad;
  const dates = [endDate, capturedAt, lastSeenAt, lastConfirmedAt];
  return status !== 'inactive' && freshnessDays !== 0 && dates.every((known) => known === null);
}

/**
 * Whether the time of the file does not confirm that an ad ran: it states no date, and also no status, or a status in a
 * file without any date.
 */
export function isUnconfirmed(ad: OpenAd, { isDated }: FileTime): boolean {
  if (ad.startDate !== null || ad.firstSeenAt !== null || !isUndated(ad)) return false;
  return ad.status === null || !isDated;
}

/**
 * An old file that is imported after a newer one must not overwrite newer data, so its ads have its time, or that of its
 * newest date. They count as running until then only if they state when they ran.
 */
export function withFileTime(ad: OpenAd, fileTime: FileTime): OpenAd {
  if (ad.capturedAt !== null || ad.lastSeenAt !== null) return ad;
  const { modified, newestDate } = fileTime;
  const readOn = newestDate === null ? null : findReadingDay(ad, newestDate, fileTime);
  const lastSeenAt = readOn === null ? modified : toInstant(readOn);
  if (!isUndated(ad)) return { ...ad, lastSeenAt };
  const isPlanned = readOn !== null && ad.startDate !== null && ad.startDate > readOn;
  if (isPlanned || isUnconfirmed(ad, fileTime)) return { ...ad, lastSeenAt, freshnessDays: 0 };
  return readOn === null ? { ...ad, lastSeenAt } : { ...ad, lastSeenAt, lastConfirmedAt: toInstant(readOn) };
}

/** The newest date in the file, or the later one of an ad below the sample. */
function findReadingDay(ad: OpenAd, newestDate: string, { day, isSighting }: FileTime): string {
  const own = [...listSightings(ad), ...(isSighting ? [] : listDays([ad.startDate]))];
  return own.reduce((latest, date) => (date > latest && date <= day ? date : latest), newestDate);
}

function toInstant(day: string): string {
  return `${day}T00:00:00.000Z`;
}
