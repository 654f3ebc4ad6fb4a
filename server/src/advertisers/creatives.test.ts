import { contract } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { clickhouseLanes } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callBothWays, openResearch, type ResearchIndex } from '../testing/research.ts';
import { creativesHandler } from './creatives.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
const today = dayOf(100);

const texts = [
  'Meet the kettle with a gooseneck spout and a base that keeps water at 94 degrees for an hour. Made for people who pour slowly.',
  'Twelve runners wore these shoes for 800 kilometres each, and two of them never gave them back. Lighter, softer and recycled.',
  'Your back has opinions about your mattress. Try ours for 100 nights, and if you do not sleep better, we collect it again.',
];

interface RandomAd {
  readonly text: number;
  readonly start: number;
  readonly days: number;
  readonly reach: number | null;
  readonly isRunning: boolean;
  /** Whether its source says that it runs. */
  readonly isStated: boolean;
}

const randomAd: fc.Arbitrary<RandomAd> = fc.record({
  text: fc.integer({ min: 0, max: texts.length }),
  start: fc.integer({ min: 1, max: 40 }),
  days: fc.integer({ min: 1, max: 50 }),
  reach: fc.option(fc.integer({ min: 1, max: 9000 }), { nil: null }),
  isRunning: fc.boolean(),
  isStated: fc.boolean(),
});

/** An ad with the last number has no text that says enough. */
const toAd = ({ text, start, days, reach, isRunning, isStated }: RandomAd) => ({
  advertiser: { name: 'Acme' },
  bodies: [texts[text] ?? 'Shop now'],
  ...(isRunning
    ? { status: isStated ? ('active' as const) : null, lastSeenAt: today }
    : { status: 'inactive' as const, endDate: dayOf(start + days), lastSeenAt: dayOf(start + days) }),
  startDate: dayOf(start),
  firstSeenAt: dayOf(start),
  reach: reach === null ? null : { value: reach },
});

const orders = {
  daysRunning: ['daysRunning', 'adCount'],
  adCount: ['adCount', 'daysRunning'],
  newest: ['firstDay', 'daysRunning'],
} as const;

function referenceList(ads: readonly RandomAd[], sortBy: keyof typeof orders) {
  const named = ads.map((ad, at) => ({
    ...ad,
    hash: adHash(`meta:random-${at}`),
    days: ad.isRunning ? 100 - ad.start : ad.days,
  }));
  const groups = groupBy(named, ({ text, hash }) => (text < texts.length ? String(text) : hash));
  const listed = [...groups.values()].map((group) => {
    const [best] = group.toSorted((one, other) => other.days - one.days || (one.hash < other.hash ? -1 : 1));
    const known = group.flatMap(({ reach }) => reach ?? []);
    const first = Math.min(...group.map(({ start }) => start));
    return {
      adCount: group.length,
      activeAds: group.filter(({ isRunning }) => isRunning).length,
      daysRunning: best?.days ?? 0,
      daysRunningKind: group.every(({ isRunning, isStated }) => !isRunning || isStated) ? 'exact' : 'atLeast',
      totalReach: known.length === 0 ? null : known.reduce((sum, reach) => sum + reach, 0),
      firstDay: first,
      firstDate: dayOf(first),
      lastDate: dayOf(Math.max(...group.map(({ start, days }) => start + days))),
      launchedLast14Days: 0,
      launchedPrevious14Days: 0,
      hash: best?.hash ?? '',
    };
  });
  const [by, then] = orders[sortBy];
  const sorted = listed.toSorted(
    (one, other) => other[by] - one[by] || other[then] - one[then] || (one.hash < other.hash ? -1 : 1),
  );
  return sorted.map(({ firstDay: _day, ...creative }) => creative);
}

describe.each(clickhouseLanes)('the creatives of an advertiser on ClickHouse, %s', (lane) => {
  let db: PostgresEngine;
  let index: ResearchIndex;
  beforeAll(async () => {
    db = await freshDatabase(postgres);
    index = await openResearch(lane, db, { today, seenAt: dayOf(99) });
  });
  afterAll(async () => {
    await index.close();
    await db.close();
  });
  const listCreatives = (more: object = {}) =>
    callBothWays(contract.brandSpy.listCreatives, creativesHandler, index.parts, {
      companyName: 'acme',
      ...more,
    });

  it('of an unknown advertiser are an error', async () => {
    await expect(listCreatives({ companyName: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are as counted one by one, in every order and on pages of any size', async () => {
    const ads = fc.sample(randomAd, 40);
    await index.record(Object.fromEntries(ads.map((ad, at) => [`random-${at}`, toAd(ad)])));
    for (const sortBy of ['daysRunning', 'adCount', 'newest'] as const) {
      const expected = referenceList(ads, sortBy);
      const listed: unknown[] = [];
      let cursor: number | null | undefined;
      while (cursor !== null) {
        const page = await listCreatives({ sortBy, limit: 7, ...(cursor !== undefined && { cursor }) });
        expect(page.total).toBe(expected.length);
        expect(page.evidence).toEqual({
          kind: 'measured',
          ads: 40,
          publishedStarts: 40,
          libraries: ['meta'],
        });
        listed.push(
          ...page.creatives.map(({ familyId: _id, ad, ...rest }) => ({
            ...rest,
            hash: ad.hash,
          })),
        );
        cursor = page.nextCursor;
      }
      expect(listed).toEqual(expected);
    }
  });

  it('that rise have more ads launched in the last 14 days than before, by published starts', async () => {
    // By text: days of launch, and days of a first sighting without a published start.
    const launches: readonly (readonly [published: readonly number[], seen: readonly number[]])[] = [
      [[86, 73], []],
      [[87, 100, 95, 86], []],
      [
        [50, 72],
        [99, 98, 97, 96],
      ],
    ];
    const ads = launches.flatMap(([published, seen], text) =>
      published
        .map((day): { text: number; start: number | null; day: number } => ({ text, start: day, day }))
        .concat(seen.map((day) => ({ text, start: null, day }))),
    );
    await index.record(
      Object.fromEntries(
        ads.map(({ text, start, day }, at) => [
          `riser-${at}`,
          {
            advertiser: { name: 'Riser' },
            bodies: [texts[text] ?? ''],
            startDate: start === null ? null : dayOf(start),
            firstSeenAt: dayOf(day),
            lastSeenAt: dayOf(day),
          },
        ]),
      ),
    );
    const { creatives } = await listCreatives({ companyName: 'riser', sortBy: 'rising' });
    expect(
      creatives.map(({ ad, launchedLast14Days, launchedPrevious14Days }) => [
        texts.indexOf(ad.body ?? ''),
        launchedLast14Days,
        launchedPrevious14Days,
      ]),
    ).toEqual([
      [1, 3, 1],
      [2, 0, 0],
      [0, 0, 2],
    ]);
  });

  it('have the family of their ads, or none', async () => {
    const { creatives } = await listCreatives({ limit: 100 });
    const withFamily = creatives.filter(({ familyId }) => familyId !== null);
    expect(withFamily.length).toBeLessThanOrEqual(texts.length);
    expect(withFamily.every(({ ad }) => texts.includes(ad.body ?? ''))).toBe(true);
    expect(creatives.filter(({ adCount }) => adCount > 1).every(({ familyId }) => familyId !== null)).toBe(
      true,
    );
  });

  it('count only ads that match the filters', async () => {
    const all = await listCreatives({ limit: 100 });
    const { creatives, evidence } = await listCreatives({ status: 'active', limit: 100 });
    const running = all.creatives.reduce((sum, { activeAds }) => sum + activeAds, 0);
    expect(evidence.ads).toBe(running);
    expect(creatives.every(({ adCount, activeAds }) => adCount === activeAds)).toBe(true);
  });
});
