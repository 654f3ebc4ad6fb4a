import { contract, type InputOf } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouse, ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { openAd } from '../../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../../testing/clickhouse.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { groupBy } from '../../db/postgres/batches.sql.ts';
import { adHash } from '../identity.ts';
import { countFamilyAds, readFamilyPage } from './familyGroups.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const kettle =
  'Meet the kettle with a gooseneck spout and a base that keeps water at 94 degrees for an hour. Made for people who pour slowly.';
/** The first three are nearly equal, the last says too little to be compared. */
const texts = [
  kettle,
  kettle.replace('94', '96'),
  kettle.replace('94', '92'),
  'Twelve runners wore these shoes for 800 kilometres each, and two of them never gave them back. Lighter and softer.',
  'Shop now',
] as const;
const creativeOf = (text: number): string | null => ['kettle', 'kettle', 'kettle', 'shoes'][text] ?? null;

const randomAd = fc.record({
  text: fc.integer({ min: 0, max: texts.length - 1 }),
  brand: fc.constantFrom('Acme', 'Globex', 'Initech'),
  reach: fc.option(fc.integer({ min: 1, max: 50 }), { nil: null }),
  start: fc.integer({ min: 1, max: 28 }),
});

const ads = fc.sample(randomAd, 60).map((ad, at) => Object.assign(ad, { hash: adHash(`meta:${at}`) }));
type RandomAd = (typeof ads)[number];

const startOf = ({ start }: RandomAd): string => `2026-01-${String(start).padStart(2, '0')}`;
const groupOf = ({ text, hash }: RandomAd): string => creativeOf(text) ?? hash;

const orders = {
  views: ({ reach }: RandomAd) => reach ?? -1,
  date: ({ start }: RandomAd) => start,
} as const;

/** The first ad of each creative in order, and how many ads it has. */
function referenceEntries(found: readonly RandomAd[], sortBy: keyof typeof orders) {
  const value = orders[sortBy];
  const sorted = found.toSorted(
    (one, other) => value(other) - value(one) || (one.hash < other.hash ? -1 : 1),
  );
  const first = sorted.filter((ad, at) => sorted.findIndex((other) => groupOf(other) === groupOf(ad)) === at);
  return first.map((ad) => ({
    hash: ad.hash,
    similarAds: found.filter((other) => groupOf(other) === groupOf(ad)).length - 1,
  }));
}

describe.each(clickhouseLanes)('searches that join the ads of a family, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    service = await startService(postgres, {}, clickhouse);
    const record = (part: readonly RandomAd[], from: number) =>
      service.catalog.recordAds(
        part.map((ad, at) =>
          openAd({
            key: `meta:${from + at}`,
            bodies: [texts[ad.text] ?? ''],
            advertiser: { name: ad.brand },
            startDate: startOf(ad),
            reach: ad.reach === null ? null : { value: ad.reach },
            lastConfirmedAt: new Date().toISOString(),
          }),
        ),
        { source: 'test', seenAt: new Date() },
      );
    // Families join while they are recorded, and some rows are not merged yet.
    await record(ads.slice(0, 40), 0);
    await service.catalog.optimize();
    await record(ads.slice(20), 20);
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  const search = async (input: InputOf<typeof contract.ads.search>) => {
    const { status, data } = await service.owner.post('ads.search', { duplicates: 'family', ...input });
    expect(status).toBe(200);
    return contract.ads.search.output.parse(data);
  };
  const summary = (found: Awaited<ReturnType<typeof search>>) =>
    found.ads.map(({ hash, similarAds }) => ({ hash, similarAds }));

  it.each(['views', 'date'] as const)(
    'by %s list the first ad of each creative of all advertisers, on pages of any size',
    async (sortBy) => {
      for (const brands of [[], ['Acme'], ['Globex', 'Initech']]) {
        const found = ads.filter(({ brand }) => brands.length === 0 || brands.includes(brand));
        const expected = referenceEntries(found, sortBy);
        const listed: unknown[] = [];
        let cursor: number | null = 0;
        while (cursor !== null) {
          const page = await search({ sortBy, companyNames: brands, limit: 3, cursor });
          expect([page.total, page.totalAds]).toEqual([expected.length, found.length]);
          expect(page.evidence).toEqual({
            kind: 'measured',
            ads: found.length,
            libraries: found.length === 0 ? [] : ['meta'],
          });
          listed.push(...summary(page));
          cursor = page.nextCursor;
        }
        expect(listed).toEqual(expected);
      }
    },
  );

  it('by variants list the creatives with the most ads first', async () => {
    const found = await search({ sortBy: 'variants', limit: 100 });
    const sizes = summary(found).map(({ similarAds }) => similarAds);
    expect(sizes).toEqual(sizes.toSorted((one, other) => (other ?? 0) - (one ?? 0)));
    const byHash = (one: { hash: string }, other: { hash: string }) => (one.hash < other.hash ? -1 : 1);
    const groups = groupBy(ads, groupOf);
    const expected = Array.from(groups.values(), (group) => ({
      hash: group.map(({ hash }) => hash).toSorted()[0] ?? '',
      similarAds: group.length - 1,
    }));
    expect(summary(found).toSorted(byHash)).toEqual(expected.toSorted(byHash));
  });

  it('have the family of ads.getFamily, and none for an ad with nothing to compare', async () => {
    const found = await search({ limit: 100 });
    for (const { hash, familyId, similarAds } of found.ads) {
      const { data } = await service.owner.get('ads.getFamily', { hash });
      expect([familyId, similarAds]).toEqual([data.familyId, data.total - 1]);
    }
    expect(found.ads.some(({ familyId }) => familyId === null)).toBe(true);
  });

  it('can be combined with words and with the nearest texts', async () => {
    const worded = await search({ searchQuery: 'kettle', limit: 100 });
    const kettles = ads.filter(({ text }) => creativeOf(text) === 'kettle');
    expect(worded).toMatchObject({ total: 1, totalAds: kettles.length });
    const near = await search({ similarTo: { text: kettle }, limit: 100 });
    const listed = new Set(near.ads.map(({ hash }) => hash));
    const groups = ads.filter(({ hash }) => listed.has(hash)).map(groupOf);
    expect(near.ads.length).toBe(near.total);
    expect(new Set(groups).size).toBe(groups.length);
  });

  it.each(['views', 'variants'] as const)(
    'by %s return no more rows than the page has, and read no other ads with FINAL',
    async (sortBy) => {
      const statements: string[] = [];
      let rows = 0;
      const counting: ClickHouse = {
        ...clickhouse,
        read: async <Row>(...[statement, parameters]: Parameters<ClickHouse['read']>) => {
          const found = await clickhouse.read<Row>(statement, parameters);
          statements.push(statement);
          rows += found.length;
          return found;
        },
      };
      const matching = { condition: '1', parameters: {} };
      const searched = { clickhouse: counting, matching, unmerged: [] };
      const page = { sortBy, limit: 3, offset: 0, terms: [] };
      const entries = await readFamilyPage(searched, page, ads.length);
      expect([entries.length, rows]).toEqual([3, 3]);
      await countFamilyAds(searched, entries);
      const final = statements.flatMap(
        (statement) => statement.match(/FROM ads FINAL\s+WHERE \S+ \S+/g) ?? [],
      );
      expect(final.map((part) => part.replaceAll(/\s+/g, ' '))).toEqual([
        'FROM ads FINAL WHERE (advertiser_id, hash)',
      ]);
    },
  );

  it('are an empty list if nothing is found', async () => {
    expect(await search({ companyNames: ['nobody'] })).toMatchObject({ ads: [], total: 0, totalAds: 0 });
  });
});
