import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { createHeldDays, findChangedDays, type HeldDays, splitRows } from './changedDays.ts';
import * as sql from './saturation.sql.ts';
import type { Axes, PairCount, Selection, TaggedRow } from './saturation.sql.ts';
import { bitOfPlatform } from './trending.sql.ts';

/** The ads of one day, in rows of ads that have everything below in common. */
interface DayRows {
  /** Places in `advertiserIds`. */
  readonly advertisers: Uint32Array;
  /** Places in `groups`. */
  readonly groups: Uint16Array;
  /** Places in `combinations`. */
  readonly combinations: Uint32Array;
  readonly ads: Uint32Array;
  readonly starts: Uint32Array;
}

/** Values by the order in which they were added. */
interface Places<Value> {
  readonly values: Value[];
  readonly places: Map<string | number, number>;
}

interface Group {
  readonly country: string | null;
  readonly platformBits: number;
}

/** Places of tags in each axis: see `indexAxis`. */
interface Combination {
  readonly angles: readonly number[];
  readonly offers: readonly number[];
}

export interface SaturationRows extends HeldDays {
  readonly axes: Axes;
  readonly days: ReadonlyMap<string, DayRows>;
  readonly advertisers: Places<number>;
  readonly groups: Places<Group>;
  readonly combinations: Places<Combination>;
  /** By the name of a category. */
  readonly categories: ReadonlyMap<string, readonly number[]>;
  /** By library: whether each advertiser, by its place, has ads of it. */
  readonly libraries: ReadonlyMap<string, Uint8Array>;
}

/**
 * The ads of the last days in memory, at most 18 bytes each; and the categories and libraries of their advertisers.
 * A window of more than `maxAds` is not held.
 */
export function createSaturationRows(clickhouse: ClickHouse, axes: Axes, maxAds = 5_000_000) {
  return createHeldDays<SaturationRows>(async (before, recording, today) => {
    const changes = await findChangedDays(clickhouse, before, today, maxAds);
    if (changes === null) return null;
    const { startsOver, parts, since, removedAt } = changes;
    const base = before === null || startsOver ? createRows(axes, today) : before;
    const days = new Map(base.days);
    for (const part of parts) {
      const rows = splitRows(part, await sql.readTagged(clickhouse, axes, part));
      for (const [day, own] of rows) days.set(day, joinRows(base, own));
    }
    return { ...base, recording, days, since, removedAt, ...(await readProfiles(clickhouse, base, today)) };
  });
}

export type SaturationMemory = ReturnType<typeof createSaturationRows>;

function createRows(axes: Axes, today: string): SaturationRows {
  return {
    recording: -1,
    today,
    axes,
    days: new Map(),
    advertisers: createPlaces(),
    groups: createPlaces(),
    combinations: createPlaces(),
    categories: new Map(),
    libraries: new Map(),
    since: new Date(0),
    removedAt: null,
  };
}

function createPlaces<Value>(): Places<Value> {
  return { values: [], places: new Map() };
}

function placeOf<Value>(
  { values, places }: Places<Value>,
  key: string | number,
  create: () => Value,
): number {
  const known = places.get(key);
  if (known !== undefined) return known;
  places.set(key, values.length);
  return values.push(create()) - 1;
}

async function readProfiles(clickhouse: ClickHouse, base: SaturationRows, today: string) {
  const [byCategory, byLibrary] = await Promise.all([
    sql.listAdvertisersByCategory(clickhouse),
    sql.listAdvertisersByLibrary(clickhouse, today),
  ]);
  return toProfiles(base, { byCategory, byLibrary });
}

interface Profiles {
  readonly byCategory: readonly sql.AdvertiserGroup[];
  readonly byLibrary: readonly sql.AdvertiserGroup[];
}

function toProfiles({ advertisers }: SaturationRows, { byCategory, byLibrary }: Profiles) {
  const toPlaces = (ids: readonly number[]): number[] =>
    ids.flatMap((id) => advertisers.places.get(id) ?? []);
  return {
    categories: new Map(byCategory.map(({ name, advertiserIds }) => [name, toPlaces(advertiserIds)])),
    libraries: new Map(
      byLibrary.map(({ name, advertiserIds }) => [name, markPlaces(advertisers, toPlaces(advertiserIds))]),
    ),
  };
}

/** Of all days, which are not in the tables. */
export function joinDays(
  axes: Axes,
  today: string,
  tagged: readonly TaggedRow[],
  profiles: Profiles,
): SaturationRows {
  const base = createRows(axes, today);
  const rows = splitRows([...new Set(tagged.map(({ day }) => day))], tagged);
  const days = new Map(Array.from(rows, ([day, own]) => [day, joinRows(base, own)]));
  return { ...base, days, ...toProfiles(base, profiles) };
}

function markPlaces({ values }: Places<number>, places: readonly number[]): Uint8Array {
  const marks = new Uint8Array(values.length);
  for (const place of places) marks[place] = 1;
  return marks;
}

function joinRows({ axes, advertisers, groups, combinations }: SaturationRows, rows: readonly TaggedRow[]) {
  const size = rows.reduce((all, { ads }) => all + ads.length, 0);
  const joined = {
    advertisers: new Uint32Array(size),
    groups: new Uint16Array(size),
    combinations: new Uint32Array(size),
    ads: new Uint32Array(size),
    starts: new Uint32Array(size),
  };
  let end = 0;
  for (const { country, platformBits, tagIds, advertiserIds, ads, starts } of rows) {
    const group = placeOf(groups, `${country} ${platformBits}`, () => ({ country, platformBits }));
    const combination = placeOf(combinations, tagIds.join(), () => ({
      angles: indexAxis(axes.angles, tagIds),
      offers: indexAxis(axes.offers, tagIds),
    }));
    joined.advertisers.set(
      advertiserIds.map((id) => placeOf(advertisers, id, () => id)),
      end,
    );
    joined.ads.set(ads, end);
    joined.starts.set(starts, end);
    joined.groups.fill(group, end, end + ads.length);
    joined.combinations.fill(combination, end, end + ads.length);
    end += ads.length;
  }
  return joined;
}

/** The places of `anyTag`, `noTag` and the tags of an axis are 0, 1, and those from 2 on. */
function indexAxis(axis: readonly number[], tagIds: readonly number[]): number[] {
  const own = tagIds.flatMap((id) => (axis.includes(id) ? [axis.indexOf(id) + 2] : []));
  return [0, ...(own.length === 0 ? [1] : own)];
}

function tagAt(axis: readonly number[], place: number): number {
  return [sql.anyTag, sql.noTag][place] ?? axis[place - 2] ?? sql.noTag;
}

export interface Counted {
  readonly pairs: readonly PairCount[];
  readonly libraries: readonly string[];
}

export function countPairs(rows: SaturationRows, selection: Selection): Counted {
  const size = rows.advertisers.values.length;
  // Rows are put in the order of their advertisers, so that each of them is counted once for a pair.
  const ends = new Uint32Array(size + 1);
  const each = createVisitor(rows, selection);
  each((advertiser) => {
    ends[advertiser + 1] = (ends[advertiser + 1] ?? 0) + 1;
  });
  for (let place = 1; place <= size; place += 1) ends[place] = (ends[place] ?? 0) + (ends[place - 1] ?? 0);
  const nextOf = ends.slice();
  const createColumn = (): Uint32Array => new Uint32Array(ends[size] ?? 0);
  const [combinations, ads, starts] = [createColumn(), createColumn(), createColumn()];
  each((advertiser, combination, count, span) => {
    const at = nextOf[advertiser] ?? 0;
    combinations[at] = 2 * combination + span;
    ads[at] = count.ads;
    starts[at] = count.starts;
    nextOf[advertiser] = at + 1;
  });
  return {
    pairs: countSorted(rows, { ends, combinations, ads, starts }),
    libraries: [...rows.libraries].flatMap(([library, marks]) =>
      marks.some((mark, place) => mark === 1 && (ends[place + 1] ?? 0) > (ends[place] ?? 0)) ? [library] : [],
    ),
  };
}

/** @param span 1 for ads launched before the window, otherwise 0 */
type Visit = (
  advertiser: number,
  combination: number,
  counts: { readonly ads: number; readonly starts: number },
  span: 0 | 1,
) => void;

function createVisitor(rows: SaturationRows, { window, before, members, country, platform }: Selection) {
  const areMembers = markPlaces(
    rows.advertisers,
    'ids' in members
      ? members.ids.flatMap((id) => rows.advertisers.places.get(id) ?? [])
      : members.categories.flatMap((name) => rows.categories.get(name) ?? []),
  );
  const bit = platform === undefined ? null : bitOfPlatform(platform);
  const areWanted = Uint8Array.from(rows.groups.values, (group) => {
    const hasPlatform = bit === null || (group.platformBits & bit) !== 0;
    return hasPlatform && (country === undefined || group.country === country) ? 1 : 0;
  });
  const from = before === null ? window.from : before.from;
  return (visit: Visit): void => {
    for (const [day, { advertisers, groups, combinations, ads, starts }] of rows.days) {
      if (day < from || day > window.to) continue;
      const span = day < window.from ? 1 : 0;
      for (let at = 0; at < ads.length; at += 1) {
        const advertiser = advertisers[at] ?? 0;
        if (areMembers[advertiser] === 0 || areWanted[groups[at] ?? 0] === 0) continue;
        visit(advertiser, combinations[at] ?? 0, { ads: ads[at] ?? 0, starts: starts[at] ?? 0 }, span);
      }
    }
  };
}

interface SortedRows {
  /** Where the rows of the advertiser before each place end. */
  readonly ends: Uint32Array;
  /** Twice their place, and 1 more for ads launched before the window. */
  readonly combinations: Uint32Array;
  readonly ads: Uint32Array;
  readonly starts: Uint32Array;
}

function countSorted({ axes, combinations: table }: SaturationRows, sorted: SortedRows): PairCount[] {
  const width = axes.offers.length + 2;
  const cells = 2 * (axes.angles.length + 2) * width;
  const counts = {
    advertisers: new Uint32Array(cells),
    ads: new Uint32Array(cells),
    starts: new Uint32Array(cells),
  };
  /** The last advertiser that was counted for each cell, by its place and 1. */
  const last = new Uint32Array(cells);
  for (let place = 1; place < sorted.ends.length; place += 1) {
    for (let at = sorted.ends[place - 1] ?? 0; at < (sorted.ends[place] ?? 0); at += 1) {
      const code = sorted.combinations[at] ?? 0;
      const [ads, starts] = [sorted.ads[at] ?? 0, sorted.starts[at] ?? 0];
      const { angles, offers } = table.values[code >>> 1] ?? { angles: [], offers: [] };
      for (const angle of angles) {
        for (const offer of offers) {
          const cell = 2 * (angle * width + offer) + (code & 1);
          counts.ads[cell] = (counts.ads[cell] ?? 0) + ads;
          counts.starts[cell] = (counts.starts[cell] ?? 0) + starts;
          if (last[cell] === place) continue;
          last[cell] = place;
          counts.advertisers[cell] = (counts.advertisers[cell] ?? 0) + 1;
        }
      }
    }
  }
  return toPairs(axes, width, counts);
}

function toPairs(
  { angles, offers }: Axes,
  width: number,
  { advertisers, ads, starts }: Readonly<Record<'advertisers' | 'ads' | 'starts', Uint32Array>>,
): PairCount[] {
  const found: PairCount[] = [];
  for (const [cell, count] of advertisers.entries()) {
    if (count === 0) continue;
    const pair = cell >>> 1;
    found.push({
      isBefore: (cell & 1) === 1,
      angle: tagAt(angles, Math.floor(pair / width)),
      offer: tagAt(offers, pair % width),
      advertisers: count,
      ads: ads[cell] ?? 0,
      starts: starts[cell] ?? 0,
    });
  }
  return found;
}
