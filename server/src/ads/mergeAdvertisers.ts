import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../db/postgres/batches.sql.ts';
import { pageOf, type ResolvedNames } from './advertiserPages.ts';
import type { AdvertiserName, AdvertiserRow } from './ads.sql.ts';
import { normalizeAdvertiserName } from './identity.ts';
import type { SeenAd, Sighting } from './sightings.ts';

const unknownTime = new Date(0).toISOString();
/** Of values that nothing but captures has. */
const unknownDay = '1970-01-01';
/** Limited to the maximum of the open format. */
const [maxIds, maxCategories] = [100, 20];
const maxPagesOfLibrary = 2;

/** Merges the advertisers of a batch. The result does not depend on the order of sightings. */
export function mergeAdvertisers(
  stored: readonly AdvertiserRow[],
  seen: readonly SeenAd[],
  { owners, joins, newPages }: ResolvedNames,
  sighting: Sighting,
) {
  const before = new Map(stored.map((row) => [row.advertiser_id, row]));
  const rows = new Map(before);
  const combine = (row: AdvertiserRow): void => {
    const known = rows.get(row.advertiser_id);
    rows.set(row.advertiser_id, known === undefined ? row : combineRows(known, row));
  };
  for (const { from, into } of joins) {
    const row = rows.get(from);
    if (row === undefined) continue;
    rows.delete(from);
    combine({ ...row, advertiser_id: into, names: namesOf(row), version: 0 });
  }
  for (const each of seen) combine(toRow(each, owners.get(each.advertiserId) ?? each.advertiserId, sighting));
  for (const [page, id] of newPages) {
    const row = rows.get(id);
    if (row !== undefined) combine({ ...row, pages: [page] });
  }
  const advertisers = [...rows.values()].filter((row) => row.alias_of === 0);
  // Of other aliases, which are unchanged, the rows were not read.
  const read = new Set([...before.keys(), ...seen.map((each) => each.advertiserId)]);
  const aliases = advertisers.flatMap(toAliases).filter((row) => read.has(row.advertiser_id));
  const asStored = (row: AdvertiserRow): AdvertiserRow => ({
    ...row,
    version: before.get(row.advertiser_id)?.version ?? 0,
  });
  const changed = (list: readonly AdvertiserRow[]): AdvertiserRow[] =>
    list
      .map(asStored)
      .filter((row) => !isDeepStrictEqual(row, before.get(row.advertiser_id)))
      .map((row) => Object.assign(row, { version: row.version + 1 }));
  for (const row of aliases) rows.set(row.advertiser_id, row);
  return {
    rows,
    changed: changed(advertisers),
    /** To be written after the advertisers: a name of an advertiser that is no alias yet is joined again. */
    changedAliases: changed(aliases),
    /** Known advertisers with another logo or name: their totals contain these and are otherwise unchanged. */
    renamed: stored
      .filter((row) => {
        const now = rows.get(row.advertiser_id) ?? row;
        return !isDeepStrictEqual(
          [now.brand_logo, now.name, now.names],
          [row.brand_logo, row.name, row.names],
        );
      })
      .map((row) => row.advertiser_id),
  };
}

/** Makes new advertisers findable by name before all their ads are counted; the first count replaces these rows. */
export function firstTotals(
  changed: readonly AdvertiserRow[],
  seen: readonly SeenAd[],
  { owners }: Pick<ResolvedNames, 'owners'>,
): object[] {
  const hashes = groupBy(seen, ({ advertiserId: id }) => owners.get(id) ?? id);
  return changed
    .filter(({ version }) => version === 1)
    .map(({ advertiser_id, name, name_key, brand_logo }) => {
      const own = new Set(hashes.get(advertiser_id)?.map(({ hash }) => hash));
      return { advertiser_id, name, name_key, brand_logo, ads: own.size, built_at: new Date() };
    });
}

/** What one sighting states about an advertiser. Days instead of times, since every batch contains most advertisers. */
function toRow(seen: SeenAd, owner: number, { fillOnly = false }: Sighting): AdvertiserRow {
  const { ad, advertiserId: nameId, at } = seen;
  const { name, logoUrl, pageUrl, externalId, externalIds, categories } = ad.advertiser;
  const day = fillOnly ? unknownDay : at.slice(0, 10);
  const rank = pageOf(seen) === null ? 1 : 2;
  return withName({
    advertiser_id: owner,
    alias_of: 0,
    names: [[nameId, name, normalizeAdvertiserName(name), at, fillOnly ? 0 : rank]],
    brand_logo: logoUrl,
    logo_day: logoUrl === null ? unknownDay : day,
    page_url: pageUrl,
    page_url_day: pageUrl === null ? unknownDay : day,
    external_ids: sortTexts([...externalIds, ...(externalId === null ? [] : [externalId])], maxIds),
    pages: [],
    categories: sortTexts(categories, maxCategories),
    first_seen_at: ad.firstSeenAt ?? at,
    last_seen_at: fillOnly ? unknownTime : `${day}T00:00:00.000Z`,
    version: 0,
  });
}

/** Associative, commutative and idempotent. */
function combineRows(one: AdvertiserRow, other: AdvertiserRow): AdvertiserRow {
  const [logo, page] = [
    latest([one.brand_logo, one.logo_day], [other.brand_logo, other.logo_day]),
    latest([one.page_url, one.page_url_day], [other.page_url, other.page_url_day]),
  ];
  return withName({
    ...one,
    names: combineNames(namesOf(one), namesOf(other)),
    brand_logo: logo[0],
    logo_day: logo[1],
    page_url: page[0],
    page_url_day: page[1],
    external_ids: sortTexts([...one.external_ids, ...other.external_ids], maxIds),
    pages: fewOfEachLibrary([...one.pages, ...other.pages]),
    categories: sortTexts([...one.categories, ...other.categories], maxCategories),
    first_seen_at: one.first_seen_at < other.first_seen_at ? one.first_seen_at : other.first_seen_at,
    last_seen_at: one.last_seen_at > other.last_seen_at ? one.last_seen_at : other.last_seen_at,
  });
}

type Dated = readonly [value: string | null, day: string];

/** The known value of the later day; of one day, the first in the order of texts. */
function latest(one: Dated, other: Dated): Dated {
  if (one[0] === null || other[0] === null) return one[0] === null ? other : one;
  if (one[1] !== other[1]) return one[1] > other[1] ? one : other;
  return one[0] <= other[0] ? one : other;
}

function sortTexts(texts: readonly string[], most: number): string[] {
  return [...new Set(texts)].toSorted().slice(0, most);
}

function fewOfEachLibrary(pages: readonly string[]): string[] {
  const byLibrary = groupBy([...new Set(pages)].toSorted(), (page) => page.slice(0, page.indexOf(':')));
  return [...byLibrary.values()].flatMap((own) => own.slice(0, maxPagesOfLibrary)).toSorted();
}

function namesOf(row: Omit<AdvertiserRow, 'version'>): readonly AdvertiserName[] {
  return row.names.length > 0
    ? row.names
    : [[row.advertiser_id, row.name, row.name_key, row.named_at, row.name_rank]];
}

function combineNames(one: readonly AdvertiserName[], other: readonly AdvertiserName[]): AdvertiserName[] {
  const byId = new Map<number, AdvertiserName>();
  for (const each of [...one, ...other]) {
    const known = byId.get(each[0]);
    byId.set(each[0], known === undefined ? each : firstSpelling(known, each));
  }
  return [...byId.values()].toSorted((first, second) => first[0] - second[0]);
}

/** A name keeps the spelling of its first sighting with the highest rank. */
function firstSpelling(one: AdvertiserName, other: AdvertiserName): AdvertiserName {
  // Of one time, `Acme` rather than `ACME`.
  const order = other[4] - one[4] || compareText(one[3], other[3]) || compareText(other[1], one[1]);
  return order <= 0 ? one : other;
}

type Unnamed = Omit<AdvertiserRow, 'name' | 'name_key' | 'named_at' | 'name_rank'>;

/**
 * Of the names with the highest rank, the one that appeared last is shown. That one of two libraries shows another name again does
 * not change it.
 */
function withName(row: Unnamed): AdvertiserRow {
  const { names, ...rest } = row;
  const [, name = '', nameKey = '', namedAt = unknownTime, rank = 0] =
    names.toSorted(
      (one, other) => other[4] - one[4] || compareText(other[3], one[3]) || compareText(one[1], other[1]),
    )[0] ?? [];
  const isOnly = names.length === 1 && names[0]?.[0] === row.advertiser_id;
  return {
    ...rest,
    names: isOnly ? [] : names,
    name,
    name_key: nameKey,
    named_at: namedAt,
    name_rank: rank,
  };
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** The rows by which the further names of an advertiser are found. */
function toAliases(row: AdvertiserRow): AdvertiserRow[] {
  return row.names
    .filter(([id]) => id !== row.advertiser_id)
    .map(([id, name, nameKey, namedAt, rank]) => ({
      advertiser_id: id,
      alias_of: row.advertiser_id,
      name,
      name_key: nameKey,
      named_at: namedAt,
      name_rank: rank,
      names: [],
      brand_logo: null,
      logo_day: unknownDay,
      page_url: null,
      page_url_day: unknownDay,
      external_ids: [],
      pages: [],
      categories: [],
      first_seen_at: namedAt,
      last_seen_at: unknownTime,
      version: 0,
    }));
}
