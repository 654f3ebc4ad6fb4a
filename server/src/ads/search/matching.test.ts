import { contract, type InputOf, type OpenAd } from '@magpie/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advertiserId, adHash, normalizeAdvertiserName } from '../identity.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../../testing/catalog.ts';
import { freshClickHouse } from '../../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { searchCondition } from './matching.sql.ts';
import { parseQuery } from '../query.ts';
import { currentRows, readUnmerged, type UnmergedAdvertisers } from './currentRows.sql.ts';
import { countAdvertiserFacets, countStoredFacets } from './facets.sql.ts';
import { versionsOfPage } from './search.sql.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

type Input = NonNullable<InputOf<typeof contract.ads.search>> & { companyNames?: string[] | undefined };

const words = ['free', 'shipping', 'today', 'sale', 'new'];
const names = ['Acme', 'Globex', 'Initech'];
const categories: Readonly<Record<string, string[]>> = { Acme: ['Shoes', 'Sport'], Globex: ['Sport'] };
const countries = ['US', 'DE', 'JP'];
const platforms = ['facebook', 'instagram', 'tiktok'] as const;
const days = ['2026-01-01', '2026-01-15', '2026-02-01', '2026-02-15'];
const today = '2026-02-10';
const seenAt = new Date('2026-01-20T12:00:00Z');

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const someOf = <Value>(values: readonly Value[]) => fc.subarray([...values]);

/** Few values, so that every filter has matching and other ads. */
const randomAd = fc.record({
  name: fc.constantFrom(...names),
  platforms: someOf(platforms),
  body: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }),
  countries: someOf(countries),
  format: maybe(fc.constantFrom('video', 'image')),
  ctaText: maybe(fc.constantFrom('Shop now', 'Learn more', 'Ends 20:00: buy now')),
  isPartnership: maybe(fc.boolean()),
  startDate: maybe(fc.constantFrom(...days)),
  endDate: maybe(fc.constantFrom('2026-02-09', '2026-02-10', '2026-03-01')),
  reach: maybe(fc.constantFrom(0, 10, 1000)),
  likes: maybe(fc.nat(3)),
  // 14 and 15 days ago.
  lastConfirmedAt: fc.constantFrom('2026-01-27T00:00:00.000Z', '2026-01-26T23:59:59.999Z'),
});

const ads = fc.sample(randomAd, { numRuns: 120, seed: 7 }).map(({ name, body, reach, likes, ...ad }, index) =>
  openAd({
    ...ad,
    key: `meta:${index}`,
    advertiser: { name, categories: categories[name] ?? [] },
    bodies: [body.join(' ')],
    reach: reach === null ? null : { value: reach },
    engagement: likes === null ? null : { likes },
    startDate:
      ad.startDate !== null && ad.endDate !== null && ad.startDate > ad.endDate ? null : ad.startDate,
  }),
);

const everyFilter = fc.record({
  searchQuery: fc
    .array(fc.constantFrom('free', '-sale', '"free shipping"', '-"new sale"', 'today'), { maxLength: 2 })
    .map((terms) => terms.join(' ')),
  platforms: someOf(platforms),
  companyNames: someOf([...names, 'acme']),
  countries: someOf(countries),
  formats: someOf(['video', 'image', 'other'] as const),
  ctaTypes: someOf(['SHOP NOW', 'learn more', 'none']),
  tagDefinitionIds: someOf([7, 8]),
  tagMatch: fc.constantFrom('any', 'all'),
  isPartnership: fc.boolean(),
  viewsMin: fc.constantFrom(0, 10, 11),
  daysRunningMin: fc.constantFrom(0, 2, 7, 26),
  daysRunningMax: fc.constantFrom(26, 39),
  categories: someOf(['Shoes', 'Sport', 'Food']),
  dateFrom: fc.constantFrom('2026-01-15', '2026-01-20T12:00:00.001Z'),
  dateTo: fc.constantFrom('2026-01-31', '2026-02-01T00:00:00Z'),
  status: fc.constantFrom('active', 'inactive', 'all'),
  sortBy: fc.constantFrom('date', 'views', 'likes', 'daysRunning', 'variants'),
});

const filterNames = [
  'searchQuery',
  'platforms',
  'companyNames',
  'countries',
  'formats',
  'ctaTypes',
  'tagDefinitionIds',
  'tagMatch',
  'isPartnership',
  'viewsMin',
  'daysRunningMin',
  'daysRunningMax',
  'categories',
  'dateFrom',
  'dateTo',
  'status',
  'sortBy',
] as const;

/** At most three filters, since more would rarely match an ad. */
const randomFilters = fc
  .tuple(everyFilter, fc.shuffledSubarray([...filterNames], { maxLength: 3 }))
  .map(([filters, chosen]): Input => Object.fromEntries(chosen.map((name) => [name, filters[name]])));

const isActive = (ad: OpenAd): boolean =>
  (ad.startDate ?? today) <= today &&
  (ad.endDate ?? today) >= today &&
  (ad.lastConfirmedAt ?? '') >= '2026-01-27';

function countDays(ad: OpenAd): number {
  const confirmedDay = ad.lastConfirmedAt?.slice(0, 10) ?? '';
  const lastDay = isActive(ad)
    ? today
    : ad.endDate !== null && ad.endDate < today
      ? ad.endDate
      : confirmedDay;
  const firstDay = ad.startDate ?? seenAt.toISOString().slice(0, 10);
  return Math.max(1, (Date.parse(lastDay) - Date.parse(firstDay)) / 86_400_000);
}

/** Ads of an advertiser with the same words. */
function groupOf({ advertiser, bodies }: OpenAd): string {
  return `${advertiser.name}: ${[...new Set(bodies.join(' ').split(' '))].toSorted().join(' ')}`;
}

/** Reference implementation of the filters. */
function matchesFilters(ad: OpenAd, input: Input): boolean {
  const any = <Value>(wanted: readonly Value[] | undefined, has: (value: Value) => boolean): boolean =>
    wanted === undefined || wanted.length === 0 || wanted.some(has);
  const text = ` ${ad.bodies.join(' | ')} `;
  const day = ad.startDate ?? seenAt.toISOString();
  const hasTag = (each: number): boolean => each === 7 && text.includes('free');
  const from = ad.startDate === null ? input.dateFrom : input.dateFrom?.slice(0, 10);
  return [
    (input.searchQuery ?? '').split(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/).every((term) => {
      const sought = term.replaceAll(/^-|"/g, '');
      return sought === '' || text.includes(` ${sought} `) !== term.startsWith('-');
    }),
    any(input.platforms, (each) => ad.platforms.includes(each)),
    any(
      input.companyNames,
      (each) => normalizeAdvertiserName(each) === normalizeAdvertiserName(ad.advertiser.name),
    ),
    any(input.countries, (each) => ad.countries.includes(each)),
    any(input.formats, (each) => each === (ad.format ?? 'other')),
    any(input.ctaTypes, (each) => each.toLowerCase() === ad.ctaText?.toLowerCase()),
    input.tagMatch === 'all'
      ? (input.tagDefinitionIds ?? []).every(hasTag)
      : any(input.tagDefinitionIds, hasTag),
    input.isPartnership !== true || ad.isPartnership === true,
    input.viewsMin === undefined || (ad.reach?.value ?? -1) >= input.viewsMin,
    from === undefined || day >= from,
    input.dateTo === undefined || day.slice(0, 10) <= input.dateTo.slice(0, 10),
    input.status === undefined || input.status === 'all' || (input.status === 'active') === isActive(ad),
    countDays(ad) >= (input.daysRunningMin ?? 0) && countDays(ad) <= (input.daysRunningMax ?? Infinity),
    any(input.categories, (each) => ad.advertiser.categories.includes(each)),
  ].every(Boolean);
}

const sortValues: Readonly<Record<string, (ad: OpenAd) => string | number | null>> = {
  date: (ad) => ad.startDate,
  views: (ad) => ad.reach?.value ?? null,
  likes: (ad) => ad.engagement?.likes ?? null,
  daysRunning: countDays,
};

/** @param duplicateKeys by hash: the order of groups with the same number of ads */
function inOrder(
  meant: readonly OpenAd[],
  sortBy: string,
  duplicateKeys: ReadonlyMap<string, number>,
): string[] {
  const variants = tally(meant.map(groupOf));
  const rank = (ad: OpenAd): string => {
    const value = sortBy === 'variants' ? variants[groupOf(ad)] : sortValues[sortBy]?.(ad);
    return value === null || value === undefined ? '' : String(value).padStart(12, '0');
  };
  const place = (hash: string): number => (sortBy === 'variants' ? (duplicateKeys.get(hash) ?? 0) : 0);
  return meant
    .map((ad) => ({ hash: adHash(ad.key ?? ''), rank: rank(ad) }))
    .toSorted((one, other) =>
      one.rank === other.rank
        ? place(one.hash) - place(other.hash) || (one.hash < other.hash ? -1 : 1)
        : one.rank < other.rank
          ? 1
          : -1,
    )
    .map(({ hash }) => hash);
}

function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

let db: PostgresEngine;
let clickhouse: ClickHouseEngine;
let duplicateKeys: ReadonlyMap<string, number>;
beforeAll(async () => {
  db = await freshDatabase(postgres);
  clickhouse = await freshClickHouse('embedded');
  await plainCatalog(clickhouse, db).recordAds(ads, { source: 'test', seenAt });
  const rows = await clickhouse.read<{ hash: string; key: number }>(
    'SELECT hash, duplicate_key AS key FROM ads FINAL',
  );
  duplicateKeys = new Map(rows.map(({ hash, key }) => [hash, key]));
});
afterAll(async () => {
  await clickhouse.close();
  await db.close();
});

async function compareWithReference(unmerged: UnmergedAdvertisers): Promise<void> {
  let matches = 0;
  await fc.assert(
    fc.asyncProperty(randomFilters, async (input) => {
      const parsed = contract.ads.search.input.parse({
        ...input,
        sortBy: input.sortBy ?? 'likes',
        limit: 100,
      });
      const { companyNames = [] } = input;
      const advertiserIds = companyNames.length === 0 ? null : companyNames.map(advertiserId);
      const filters = { ...parsed, advertiserIds };
      const found = searchCondition(filters, parseQuery(filters.searchQuery ?? ''), today);
      const meant = ads.filter((ad) => matchesFilters(ad, input));
      matches += meant.length;
      const range = { ...filters, terms: [], offset: filters.cursor };
      const page = await versionsOfPage(clickhouse, found, range, unmerged);
      expect(page.map(({ hash }) => hash)).toEqual(
        inOrder(meant, filters.sortBy, duplicateKeys).slice(0, 100),
      );
      const rows = currentRows(found, unmerged);
      const byAdvertiser = await countAdvertiserFacets(clickhouse, rows);
      const counted = [...byAdvertiser, ...(await countStoredFacets(clickhouse, rows))];
      const counts = (facet: string) =>
        Object.fromEntries(
          counted.filter((each) => each.facet === facet).map(({ value, ads: count }) => [value, count]),
        );
      expect(counts('advertiserIds')).toEqual(
        tally(meant.map((ad) => String(advertiserId(ad.advertiser.name)))),
      );
      expect(counts('countries')).toEqual(tally(meant.flatMap((ad) => ad.countries)));
      expect(counts('categories')).toEqual(tally(meant.flatMap((ad) => ad.advertiser.categories)));
      expect(counts('formats')).toEqual(tally(meant.map((ad) => ad.format ?? 'other')));
      expect(counts('ctaTypes')).toEqual(tally(meant.map((ad) => ad.ctaText ?? '')));
      expect(counts('platforms')).toEqual(tally(meant.flatMap((ad) => ad.platforms)));
      expect(counts('statuses')).toEqual(tally(meant.map((ad) => (isActive(ad) ? 'active' : 'inactive'))));
      expect(byAdvertiser.find(({ facet }) => facet === 'all')).toEqual(
        meant.length === 0
          ? undefined
          : {
              facet: 'all',
              value: '',
              ads: meant.length,
              groups: new Set(meant.map((ad) => duplicateKeys.get(adHash(ad.key ?? '')))).size,
            },
      );
    }),
    { numRuns: 40 },
  );
  expect(matches).toBeGreaterThan(40);
}

describe('random filters give the same ads, order and counts as a reference implementation', () => {
  it('if the rows of all ads are unique and one is deleted', async () => {
    await clickhouse.write(
      "INSERT INTO ads SELECT * REPLACE (repeat('f', 32) AS hash, 1 AS is_deleted) FROM ads LIMIT 1",
    );
    await clickhouse.write('OPTIMIZE TABLE ads FINAL');
    expect(await readUnmerged(clickhouse)).toEqual([]);
    await compareWithReference([]);
  });

  it('if an advertiser has replaced rows that are not merged yet', async () => {
    const replaced = advertiserId('Acme');
    await clickhouse.write('SYSTEM STOP MERGES ads');
    await clickhouse.write(
      `INSERT INTO ads
       SELECT * REPLACE (0 AS version, ' free shipping | new sale today ' AS search_text, 99 AS likes)
       FROM ads WHERE advertiser_id = ${replaced}`,
    );
    const unmerged = await readUnmerged(clickhouse);
    expect(unmerged).toEqual([replaced]);
    await compareWithReference(unmerged);
    await compareWithReference(null);
  });
});
