import { LRUCache } from 'lru-cache';
import { measureRise } from '../ads/momentum.ts';
import { createTopList } from '../ads/topList.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { createHeldDays, findChangedDays, firstDayOf, type HeldDays, splitRows } from './changedDays.ts';
import * as sql from './trending.sql.ts';
import type {
  AdCounts,
  DayRange,
  GroupRow,
  Launches,
  RankedAdvertiser,
  TagEngagement,
  Window,
} from './trending.sql.ts';

/** The sums of one day, in groups of ads with the same country and platforms. */
interface DaySums {
  readonly countries: readonly (string | null)[];
  readonly platformBits: Uint8Array;
  /** Where each group ends in the columns below. */
  readonly ends: Uint32Array;
  readonly keys: Uint32Array;
  readonly ads: Uint32Array;
  /** Those whose start a source states. */
  readonly starts: Uint32Array;
  readonly engagement: Float64Array;
}

/** The same, in the order of the keys and not of the groups: sums of many keys are added up in the order of memory. */
interface SortedDaySums extends Omit<DaySums, 'ends'> {
  /** The group of each key. */
  readonly groups: Uint32Array;
}

/** The sums of all days of a window, as of a recording. */
export interface TrendingSums extends HeldDays {
  readonly tags: ReadonlyMap<string, DaySums>;
  /** One group a day with its keys in order, for queries without a filter. */
  readonly tagTotals: ReadonlyMap<string, DaySums>;
  /** Their keys are places in `advertiserIds`. */
  readonly advertisers: ReadonlyMap<string, SortedDaySums>;
  readonly advertiserIds: number[];
  readonly places: Map<number, number>;
  readonly names: NameCache;
}

export type NameCache = Pick<Map<number, string>, 'has' | 'get'> & {
  readonly set: (id: number, name: string) => unknown;
};

const maxNames = 10_000;

export type TrendingDays = ReturnType<typeof createTrendingDays>;

/**
 * The sums of the last days in memory: at most 24 bytes for each ad of the window, 20 for each combination of day,
 * country, platforms and tag, and 20 for each tag of a day. A window of more than `maxAds` is not held.
 */
export function createTrendingDays(clickhouse: ClickHouse, maxAds = 5_000_000) {
  return createHeldDays<TrendingSums>((before, recording, today) =>
    readSums(clickhouse, { before, recording, today, maxAds }),
  );
}

interface Reading {
  readonly before: TrendingSums | null;
  readonly recording: number;
  readonly today: string;
  readonly maxAds: number;
}

async function readSums(clickhouse: ClickHouse, { before, recording, today, maxAds }: Reading) {
  const changes = await findChangedDays(clickhouse, before, today, maxAds);
  if (changes === null) return null;
  const { startsOver, parts, since, removedAt } = changes;
  const base = before === null || startsOver ? createSums(today) : before;
  const [tags, advertisers] = [new Map(base.tags), new Map(base.advertisers)];
  const tagTotals = new Map(base.tagTotals);
  for (const part of parts) {
    const [byTag, byAdvertiser] = await Promise.all([
      sql.readGroups(clickhouse, 'tags', part),
      sql.readGroups(clickhouse, 'advertisers', part),
    ]);
    setDays(base, { tags, tagTotals, advertisers }, part, { byTag, byAdvertiser });
  }
  const names = createNameCache();
  return { ...base, recording, tags, tagTotals, advertisers, names, since, removedAt };
}

type DayMaps = {
  readonly [Name in 'tags' | 'tagTotals' | 'advertisers']: Map<
    string,
    TrendingSums[Name] extends ReadonlyMap<string, infer Day> ? Day : never
  >;
};

interface Groups {
  readonly byTag: readonly GroupRow[];
  readonly byAdvertiser: readonly GroupRow[];
}

function setDays(
  base: TrendingSums,
  { tags, tagTotals, advertisers }: DayMaps,
  days: readonly string[],
  { byTag, byAdvertiser }: Groups,
): void {
  for (const [day, groups] of splitRows(days, byTag)) {
    const joined = joinGroups(groups, (id) => id);
    tags.set(day, joined);
    tagTotals.set(day, sumGroups(joined));
  }
  for (const [day, groups] of splitRows(days, byAdvertiser)) {
    advertisers.set(day, sortByKey(joinGroups(groups, (id) => placeOf(base, id))));
  }
}

/** Of all days, which are not in the tables, with the names of all listed advertisers. */
export function sumDays(today: string, groups: Groups, names: NameCache): TrendingSums {
  const base = createSums(today);
  const maps: DayMaps = { tags: new Map(), tagTotals: new Map(), advertisers: new Map() };
  const days = [...new Set([...groups.byTag, ...groups.byAdvertiser].map(({ day }) => day))];
  setDays(base, maps, days, groups);
  return { ...base, ...maps, names };
}

function createSums(today: string): TrendingSums {
  return {
    recording: -1,
    today,
    tags: new Map(),
    tagTotals: new Map(),
    advertisers: new Map(),
    advertiserIds: [],
    places: new Map(),
    names: createNameCache(),
    since: new Date(0),
    removedAt: null,
  };
}

function createNameCache(): NameCache {
  return new LRUCache<number, string>({ max: maxNames });
}

function placeOf({ places, advertiserIds }: TrendingSums, id: number): number {
  const known = places.get(id);
  if (known !== undefined) return known;
  places.set(id, advertiserIds.length);
  return advertiserIds.push(id) - 1;
}

function joinGroups(groups: readonly GroupRow[], toKey: (id: number) => number): DaySums {
  const size = groups.reduce((all, { keys }) => all + keys.length, 0);
  const sums = {
    countries: groups.map(({ country }) => country),
    platformBits: Uint8Array.from(groups, ({ platformBits }) => platformBits),
    ends: new Uint32Array(groups.length),
    keys: new Uint32Array(size),
    ads: new Uint32Array(size),
    starts: new Uint32Array(size),
    engagement: new Float64Array(size),
  };
  let end = 0;
  for (const [at, { keys, ads, starts, engagement }] of groups.entries()) {
    sums.keys.set(keys.map(toKey), end);
    sums.ads.set(ads, end);
    sums.starts.set(starts, end);
    sums.engagement.set(engagement, end);
    end += keys.length;
    sums.ends[at] = end;
  }
  return sums;
}

function sortByKey({ countries, platformBits, ends, keys, ads, starts, engagement }: DaySums): SortedDaySums {
  const groupOf = new Uint32Array(keys.length);
  for (const [group, end] of ends.entries()) groupOf.fill(group, ends[group - 1] ?? 0, end);
  // Numbers of a key and its place are sorted without a comparison function, which takes several times as long.
  const order = Float64Array.from(keys, (key, at) => key * keys.length + at).toSorted();
  const places = Uint32Array.from(order, (each) => each % keys.length);
  return {
    countries,
    platformBits,
    groups: places.map((at) => groupOf[at] ?? 0),
    keys: places.map((at) => keys[at] ?? 0),
    ads: places.map((at) => ads[at] ?? 0),
    starts: places.map((at) => starts[at] ?? 0),
    engagement: Float64Array.from(places, (at) => engagement[at] ?? 0),
  };
}

function sumGroups(day: DaySums): DaySums {
  const totals = createTotals(day.keys.reduce((most, key) => Math.max(most, key), -1) + 1);
  addGroups(totals, day, () => true);
  const keys = Uint32Array.from(totals.ads.keys()).filter((key) => totals.ads[key] !== 0);
  return {
    countries: [null],
    platformBits: Uint8Array.of(0),
    ends: Uint32Array.of(keys.length),
    keys,
    ads: keys.map((key) => totals.ads[key] ?? 0),
    starts: keys.map((key) => totals.starts[key] ?? 0),
    engagement: Float64Array.from(keys, (key) => totals.engagement[key] ?? 0),
  };
}

function sumTags({ tags, tagTotals }: TrendingSums, window: Window, range: DayRange): Totals {
  let size = 0;
  for (const { keys } of tagTotals.values()) size = Math.max(size, (keys.at(-1) ?? 0) + 1);
  const isFiltered = window.country !== undefined || window.platform !== undefined;
  const totals = createTotals(size);
  addUp(isFiltered ? tags : tagTotals, range, window, (day, isWanted) => {
    addGroups(totals, day, isWanted);
  });
  return totals;
}

/** By tag. */
export function countTags(sums: TrendingSums, window: Window, range: DayRange): Map<number, AdCounts> {
  const { ads, starts } = sumTags(sums, window, range);
  const found = new Map<number, AdCounts>();
  for (const [tag, adCount] of ads.entries()) {
    if (adCount > 0) found.set(tag, { adCount, starts: starts[tag] ?? 0 });
  }
  return found;
}

export function rankTags(sums: TrendingSums, window: Window): TagEngagement[] {
  const totals = sumTags(sums, window, daysOf(sums, window));
  const found: TagEngagement[] = [];
  for (let tagDefinitionId = 0; tagDefinitionId < totals.ads.length; tagDefinitionId += 1) {
    const adCount = totals.ads[tagDefinitionId] ?? 0;
    if (adCount === 0) continue;
    found.push({
      tagDefinitionId,
      adCount,
      starts: totals.starts[tagDefinitionId] ?? 0,
      totalEngagement: engagementOf(totals, tagDefinitionId),
    });
  }
  return found.toSorted(
    (one, other) =>
      other.totalEngagement - one.totalEngagement || one.tagDefinitionId - other.tagDefinitionId,
  );
}

export function rankAdvertisers(sums: TrendingSums, window: Window): RankedAdvertiser[] {
  const { advertisers, advertiserIds } = sums;
  const totals = createTotals(advertiserIds.length);
  const platformBits = new Uint8Array(advertiserIds.length);
  addUp(advertisers, daysOf(sums, window), window, (day, isWanted) => {
    addSorted(totals, platformBits, day, isWanted);
  });
  return selectMost(totals, advertiserIds, window.limit).map((place) => ({
    advertiserId: advertiserIds[place] ?? 0,
    adCount: totals.ads[place] ?? 0,
    starts: totals.starts[place] ?? 0,
    totalEngagement: engagementOf(totals, place),
    platformBits: platformBits[place] ?? 0,
  }));
}

/** The clearest rise of the share of all launches first. */
export function rankRisingAdvertisers(
  sums: TrendingSums,
  window: Window,
  { before: daysBefore, base }: { readonly before: DayRange; readonly base: DayRange | null },
): (RankedAdvertiser & { readonly shares: Launches })[] {
  const { advertisers, advertiserIds } = sums;
  const platformBits = new Uint8Array(advertiserIds.length);
  const otherBits = new Uint8Array(advertiserIds.length);
  const sumDaysOf = (range: DayRange, bits: Uint8Array): Totals => {
    const found = createTotals(advertiserIds.length);
    addUp(advertisers, range, window, (day, isWanted) => {
      addSorted(found, bits, day, isWanted);
    });
    return found;
  };
  const totals = sumDaysOf(daysOf(sums, window), platformBits);
  const before = sumDaysOf(daysBefore, otherBits);
  const earlier = base && sumDaysOf(base, otherBits);
  const [allNow, allBefore] = [sumOf(totals.starts), sumOf(before.starts)];
  const sharesOf = (place: number): Launches => ({
    now: totals.starts[place] ?? 0,
    before: before.starts[place] ?? 0,
    earlier: earlier && (earlier.starts[place] ?? 0),
    notUsed: notUsedOf(totals, place) + notUsedOf(before, place),
    allNow,
    allBefore,
  });
  const rises = Float64Array.from(totals.ads, (ads, place) => (ads === 0 ? 0 : measureRise(sharesOf(place))));
  const idAt = (place: number): number => advertiserIds[place] ?? 0;
  const best = createTopList<number>(
    window.limit,
    (one, other) =>
      (rises[other] ?? 0) - (rises[one] ?? 0) ||
      engagementOf(totals, other) - engagementOf(totals, one) ||
      idAt(one) - idAt(other),
  );
  for (const [place, ads] of totals.ads.entries()) if (ads > 0) best.add(place);
  return best.items.map((place) => ({
    advertiserId: idAt(place),
    adCount: totals.ads[place] ?? 0,
    starts: totals.starts[place] ?? 0,
    totalEngagement: engagementOf(totals, place),
    platformBits: platformBits[place] ?? 0,
    shares: sharesOf(place),
  }));
}

function notUsedOf({ ads, starts }: Totals, place: number): number {
  return (ads[place] ?? 0) - (starts[place] ?? 0);
}

function sumOf(counts: Uint32Array): number {
  return counts.reduce((sum, each) => sum + each, 0);
}

function selectMost(totals: Totals, ids: readonly number[], limit: number): readonly number[] {
  const idAt = (place: number): number => ids[place] ?? 0;
  const best = createTopList<number>(
    limit,
    (one, other) => engagementOf(totals, other) - engagementOf(totals, one) || idAt(one) - idAt(other),
  );
  // Most have less than the last of the list, and need no further comparison.
  let least = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < totals.ads.length; place += 1) {
    if (totals.ads[place] === 0 || (totals.engagement[place] ?? 0) < least) continue;
    best.add(place);
    const last = best.items[limit - 1];
    if (last !== undefined) least = engagementOf(totals, last);
  }
  return best.items;
}

type Totals = ReturnType<typeof createTotals>;

function createTotals(size: number) {
  return {
    ads: new Uint32Array(size),
    starts: new Uint32Array(size),
    engagement: new Float64Array(size),
  };
}

/** Sums beyond the maximum are only compared with it, so their lost digits do not matter. */
function engagementOf({ engagement }: Totals, key: number): number {
  return Math.min(engagement[key] ?? 0, Number.MAX_SAFE_INTEGER);
}

function daysOf({ today }: TrendingSums, { windowDays }: Window): DayRange {
  return { from: firstDayOf(today, windowDays), to: today };
}

type IsWanted = (group: number) => boolean;

function addUp<Day extends Pick<DaySums, 'countries' | 'platformBits'>>(
  days: ReadonlyMap<string, Day>,
  { from, to }: DayRange,
  { country, platform }: Window,
  add: (day: Day, isWanted: IsWanted) => void,
): void {
  const wanted = platform === undefined ? null : sql.bitOfPlatform(platform);
  for (const [day, sums] of days) {
    if (day < from || day > to) continue;
    add(sums, (group) => {
      const hasPlatform = wanted === null || ((sums.platformBits[group] ?? 0) & wanted) !== 0;
      return hasPlatform && (country === undefined || sums.countries[group] === country);
    });
  }
}

function addGroups({ ads, starts, engagement }: Totals, day: DaySums, isWanted: IsWanted): void {
  let start = 0;
  for (const [group, end] of day.ends.entries()) {
    for (let at = isWanted(group) ? start : end; at < end; at += 1) {
      const key = day.keys[at] ?? 0;
      ads[key] = (ads[key] ?? 0) + (day.ads[at] ?? 0);
      starts[key] = (starts[key] ?? 0) + (day.starts[at] ?? 0);
      engagement[key] = (engagement[key] ?? 0) + (day.engagement[at] ?? 0);
    }
    start = end;
  }
}

function addSorted(
  { ads, starts, engagement }: Totals,
  platformBits: Uint8Array,
  day: SortedDaySums,
  isWanted: IsWanted,
): void {
  const areWanted = day.platformBits.map((_, group) => (isWanted(group) ? 1 : 0));
  for (let at = 0; at < day.keys.length; at += 1) {
    const group = day.groups[at] ?? 0;
    if (areWanted[group] === 0) continue;
    const key = day.keys[at] ?? 0;
    ads[key] = (ads[key] ?? 0) + (day.ads[at] ?? 0);
    starts[key] = (starts[key] ?? 0) + (day.starts[at] ?? 0);
    engagement[key] = (engagement[key] ?? 0) + (day.engagement[at] ?? 0);
    platformBits[key] = (platformBits[key] ?? 0) | (day.platformBits[group] ?? 0);
  }
}
