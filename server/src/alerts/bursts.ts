import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { advertisersOfImport, recordingRange } from '../ads/adChanges.sql.ts';
import { advertisersById } from '../ads/ads.sql.ts';
import { countSpans, sumSpans } from '../ads/momentum.ts';
import { toDate, toDay } from '../ads/run.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import { firstSightings, listLaunches, type LaunchedAd } from './bursts.sql.ts';
import type { FiredAd } from './notices.ts';

/** Bursts: many launches in a week, and several times as many as in the weeks before. */

const burstDays = 7;
/** Weeks before, of which the mean is the base rate. With fewer than two it is not known. */
const maxBaseSpans = 8;
const minBaseSpans = 2;

export interface BurstConditions {
  readonly platforms: readonly string[];
  readonly threshold: number | null;
  /** How many times the base rate the launches must be. */
  readonly timesUsual: number;
}

export interface AdvertiserLaunches {
  /** The first day on which an ad was seen. */
  readonly since: number;
  readonly ads: readonly LaunchedAd[];
}

/** The launches of the week until this day, if they are a burst; otherwise empty. */
export function findBurst(
  { since, ads }: AdvertiserLaunches,
  day: number,
  { platforms, threshold, timesUsual }: BurstConditions,
): LaunchedAd[] {
  const span = { until: day, since, days: burstDays };
  const known = Math.min(countSpans(span) - 1, maxBaseSpans);
  if (known < minBaseSpans) return [];
  const counted = ads.filter(
    (ad) => platforms.length === 0 || platforms.some((platform) => ad.platforms.includes(platform)),
  );
  const sums = sumSpans(
    span,
    maxBaseSpans - 1,
    counted.map((ad) => [ad.day, 1] as const),
  );
  if (sums === null) return [];
  const usual = (sums.before + (sums.base ?? 0) * (known - 1)) / known;
  const isBurst = sums.now > 0 && sums.now >= (threshold ?? 0) && sums.now >= timesUsual * usual;
  return isBurst ? counted.filter((ad) => ad.day <= day && ad.day > day - burstDays) : [];
}

/** The ads of a burst that did not exist without the new ads. */
export function findNewBurst(
  { since, ads }: AdvertiserLaunches,
  day: number,
  conditions: BurstConditions,
  isNew: (ad: LaunchedAd) => boolean,
): LaunchedAd[] {
  const known = ads.filter((ad) => !isNew(ad));
  if (known.length === ads.length || findBurst({ since, ads: known }, day, conditions).length > 0) return [];
  return findBurst({ since, ads }, day, conditions);
}

/** The first day that counts for the base rate. */
export function firstBaseDay(day: number): number {
  return day - burstDays * (maxBaseSpans + 1) + 1;
}

export interface DatedAd extends FiredAd {
  readonly happenedAt: string;
}

export function toBurstAd({ hash, advertiserId, seenAt }: LaunchedAd, companyName: string): DatedAd {
  return {
    hash,
    advertiserId,
    companyName,
    landingPage: null,
    reach: null,
    claims: null,
    happenedAt: seenAt,
  };
}

export async function readNames(clickhouse: ClickHouse, ids: readonly number[]) {
  const rows = await advertisersById(clickhouse, ids);
  const names = new Map(rows.map((row) => [row.advertiser_id, row.name]));
  return (id: number): string => names.get(id) ?? '';
}

export async function readLaunches(
  clickhouse: ClickHouse,
  query: Parameters<typeof listLaunches>[1],
): Promise<Map<number, AdvertiserLaunches>> {
  const byAdvertiser = groupBy(await listLaunches(clickhouse, query), ({ advertiserId }) => advertiserId);
  const since = await firstSightings(clickhouse, [...byAdvertiser.keys()]);
  return new Map(
    Array.from(byAdvertiser, ([id, ads]) => [id, { ads, since: since.get(id) ?? toDay(query.to) }]),
  );
}

export interface BurstRule extends BurstConditions {
  readonly position: number;
  readonly advertiserIds: readonly number[] | null;
}

export interface MatchedImport {
  readonly clickhouse: ClickHouse;
  readonly recordings: readonly number[];
  /** `YYYY-MM-DD` of the recording. */
  readonly day: string;
}

/** Bounds memory: the launches of nine weeks of so many advertisers are held. */
const advertisersAtOnce = 200;
const maxLaunches = 1_000_000;

/** Passes on the ads of each burst that an import started, for each rule that watches the advertiser. */
export async function matchBursts(
  { clickhouse, recordings, day }: MatchedImport,
  rules: readonly BurstRule[],
  add: (position: number, ad: DatedAd) => void,
): Promise<void> {
  if (rules.length === 0) return;
  const today = toDay(day);
  const { newest } = recordingRange(recordings);
  const recorded = new Set(recordings);
  const watched = rules.map((rule) => ({ rule, ids: rule.advertiserIds && new Set(rule.advertiserIds) }));
  const changed = (await advertisersOfImport(clickhouse, recordings)).filter((id) =>
    watched.some(({ ids }) => ids?.has(id) ?? true),
  );
  for (let start = 0; start < changed.length; start += advertisersAtOnce) {
    const advertiserIds = changed.slice(start, start + advertisersAtOnce);
    const range = { from: toDate(firstBaseDay(today)), to: day, limit: maxLaunches };
    const launches = await readLaunches(clickhouse, { advertiserIds, ...range });
    const nameOf = await readNames(clickhouse, advertiserIds);
    for (const [id, { since, ads }] of launches) {
      const known = { since, ads: ads.filter(({ addedIn }) => addedIn <= newest) };
      for (const { rule, ids } of watched) {
        if (ids !== null && !ids.has(id)) continue;
        const burst = findNewBurst(known, today, rule, ({ addedIn }) => recorded.has(addedIn));
        for (const ad of burst) add(rule.position, toBurstAd(ad, nameOf(id)));
      }
    }
    await yieldToEventLoop();
  }
}
