import { performance } from 'node:perf_hooks';
import { readMarker, removalMarker } from '../ads/progressMarkers.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import * as sql from './trending.sql.ts';

/** The longest window, whose days are held in memory. */
export const maxWindowDays = 90;
const dayMilliseconds = 86_400_000;

/** Ads that one statement reads; bounds its memory and that of its response. */
const adsPerRead = 100_000;

/** At most this share of the time is spent on refreshing while ads are recorded all the time. */
const refreshShare = 0.1;

/** What is held in memory of the days of a window, as of a recording. */
export interface HeldDays {
  readonly recording: number;
  readonly today: string;
  /** Rows written since then are read by the next refresh. */
  readonly since: Date;
  readonly removedAt: string | null;
}

type Read<Value extends HeldDays> = (
  before: Value | null,
  recording: number,
  today: string,
) => Promise<Value | null>;

/** Holds what `read` returns, which is read again after a recording. It returns null for what is too large. */
export function createHeldDays<Value extends HeldDays>(read: Read<Value>) {
  let held: Value | null = null;
  let refreshing: Promise<void> | null = null;
  let nextRefreshAt = 0;

  const refresh = async (recording: number, today: string): Promise<void> => {
    const startedAt = performance.now();
    try {
      held = await read(held, recording, today);
    } finally {
      refreshing = null;
      const endedAt = performance.now();
      nextRefreshAt = endedAt + (endedAt - startedAt) / refreshShare;
    }
  };

  return {
    /** Null if it is older than the recording; the caller then queries the ads, and a refresh starts meanwhile. */
    at: (recording: number, today: string): Value | null => {
      if (held !== null && held.recording >= recording && held.today === today) return held;
      if (refreshing === null && performance.now() >= nextRefreshAt) {
        // Queries of the ads report what is wrong with the engine.
        refreshing = refresh(recording, today).catch(() => undefined);
      }
      return null;
    },
    refresh,
  };
}

export interface DayChanges extends Pick<HeldDays, 'since' | 'removedAt'> {
  /** Starting over once a day drops advertisers and days that have left the window. */
  readonly startsOver: boolean;
  /** The changed days, in parts that one statement reads. */
  readonly parts: Iterable<string[]>;
}

/** Null if the window has more than `maxAds`. */
export async function findChangedDays(
  clickhouse: ClickHouse,
  before: HeldDays | null,
  today: string,
  maxAds: number,
): Promise<DayChanges | null> {
  const since = await sql.startOfReading(clickhouse);
  const removedAt = await readMarker(clickhouse, removalMarker);
  const isUsable = before?.today === today && before.removedAt === removedAt;
  const from = firstDayOf(today, maxWindowDays);
  const days = await sql.listDays(clickhouse, from, isUsable ? before.since : new Date(0));
  if (days.reduce((all, { ads }) => all + ads, 0) > maxAds) return null;
  return {
    startsOver: !isUsable,
    parts: splitDays(days.filter(({ isChanged }) => isChanged)),
    since,
    removedAt,
  };
}

function* splitDays(days: readonly sql.DayState[]): Iterable<string[]> {
  let part: string[] = [];
  let ads = 0;
  for (const each of days) {
    if (part.length > 0 && ads + each.ads > adsPerRead) {
      yield part;
      [part, ads] = [[], 0];
    }
    part.push(each.day);
    ads += each.ads;
  }
  if (part.length > 0) yield part;
}

/** By day; a day without rows has an empty list. */
export function splitRows<Row extends { readonly day: string }>(
  days: readonly string[],
  rows: readonly Row[],
): Map<string, Row[]> {
  const byDay = new Map<string, Row[]>(days.map((day) => [day, []]));
  for (const row of rows) byDay.get(row.day)?.push(row);
  return byDay;
}

export function firstDayOf(today: string, windowDays: number): string {
  return new Date(Date.parse(today) - (windowDays - 1) * dayMilliseconds).toISOString().slice(0, 10);
}

const maxBaseSpans = 6;

/** How many whole spans before the two that are compared are in memory. */
export function countBaseSpans({ windowDays }: Pick<sql.Window, 'windowDays'>): number {
  return Math.max(0, Math.min(maxBaseSpans, Math.floor(maxWindowDays / windowDays) - 2));
}

/** Their days; null if there are none. */
export function daysOfBase(today: string, window: Pick<sql.Window, 'windowDays'>): sql.DayRange | null {
  const [spans, days] = [countBaseSpans(window), window.windowDays];
  return spans === 0
    ? null
    : { from: firstDayOf(today, (2 + spans) * days), to: firstDayOf(today, 2 * days + 1) };
}

/** As many days before the window; null if they are not all in memory. */
export function daysBefore(
  today: string,
  { windowDays }: Pick<sql.Window, 'windowDays'>,
): sql.DayRange | null {
  if (2 * windowDays > maxWindowDays) return null;
  return { from: firstDayOf(today, 2 * windowDays), to: firstDayOf(today, windowDays + 1) };
}
