import { contract } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAd } from '../../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../../testing/clickhouse.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { adHash } from '../identity.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const copy =
  'Meet the kettle with a gooseneck spout and a base that keeps water at 94 degrees for an hour. Made for people who pour slowly.';
const hashOf = (id: number): string => adHash(`meta:${id}`);
const ad = (id: number, name: string, body: string, more: Parameters<typeof openAd>[0] = {}) =>
  openAd({ key: `meta:${id}`, advertiser: { name }, bodies: [body], status: 'inactive', ...more });

describe.each(clickhouseLanes)('ads.getFamily, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    service = await startService(postgres, {}, clickhouse);
    await service.catalog.recordAds(
      [
        ad(1, 'Acme', copy, { startDate: '2026-01-01', endDate: '2026-01-10', headlines: ['Boils fast'] }),
        ad(2, 'Acme', `${copy} ☕️`, { startDate: '2026-01-03', endDate: '2026-01-08' }),
        ad(3, 'Globex', copy.replace('94', '96'), { startDate: '2026-02-01', endDate: '2026-02-09' }),
        ad(4, 'Initech', 'Shop now', { collationId: '5', startDate: '2026-02-05', endDate: '2026-02-06' }),
        ad(5, 'Globex', copy.replace('94', '96'), {
          collationId: '5',
          startDate: '2026-02-02',
          endDate: '2026-02-03',
        }),
        ad(6, 'Acme', 'Shop now'),
      ],
      { source: 'test', seenAt: new Date('2026-03-01') },
    );
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });
  const get = async (id: number, more: object = {}) => {
    const { status, data } = await service.owner.get('ads.getFamily', { hash: hashOf(id), ...more });
    expect(status).toBe(200);
    return contract.ads.getFamily.output.parse(data);
  };

  it('lists the ads with what connects them', async () => {
    const family = await get(1);
    expect(
      family.members.map(({ hash, companyName, sameAs }) => [hash, companyName, sameAs?.kind ?? null]),
    ).toEqual([
      [hashOf(1), 'Acme', null],
      [hashOf(2), 'Acme', 'text'],
      [hashOf(3), 'Globex', 'text'],
      [hashOf(5), 'Globex', 'text'],
      [hashOf(4), 'Initech', null],
    ]);
    expect(family.members[2]?.sameAs?.similarity).toBeGreaterThan(0.8);
    expect(family.members[2]?.sameAs?.similarity).toBeLessThan(1);
    expect(family).toMatchObject({
      total: 5,
      totalVariants: 3,
      totalAdvertisers: 3,
      firstRunner: { companyName: 'Acme', hash: hashOf(1), firstDate: '2026-01-01', isDatePublished: true },
      copycats: [
        { companyName: 'Globex', ads: 2, daysLater: 31 },
        { companyName: 'Initech', ads: 1, daysLater: 35 },
      ],
      revivals: [{ hash: hashOf(3), date: '2026-02-01', pausedDays: 21 }],
      evidence: { kind: 'measured', ads: 5, publishedStarts: 5, sources: ['test'] },
    });
    expect(family.variants[0]?.ads).toBe(2);
    expect(family.edges).toEqual(
      expect.arrayContaining([
        { hash: hashOf(1), otherHash: hashOf(2), kind: 'text', similarity: 1, pictureDistance: null },
        { hash: hashOf(5), otherHash: hashOf(4), kind: 'collation', similarity: null, pictureDistance: null },
        expect.objectContaining({ kind: 'text', similarity: family.members[2]?.sameAs?.similarity }),
      ]),
    );
  });

  it('is the same for every ad of it, and limits the list only', async () => {
    const [first, fourth] = [await get(1), await get(4, { limit: 2 })];
    expect(fourth.familyId).toBe(first.familyId);
    expect(fourth.members).toHaveLength(2);
    expect(fourth.total).toBe(5);
    expect(fourth.advertisers).toEqual(first.advertisers);
  });

  it('contains only the ad itself if it has nothing to compare', async () => {
    expect(await get(6)).toMatchObject({
      familyId: null,
      total: 1,
      members: [{ hash: hashOf(6), sameAs: null }],
      copycats: [],
      edges: [],
      evidence: { kind: 'estimated', ads: 1, publishedStarts: 0 },
    });
  });

  it('has the momentum of the launches of its ads, of all advertisers', async () => {
    const day = (number: number): string => new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10);
    const text =
      'A wool blanket from one mill in Wales, washed with soft water and brushed by hand until it stays warm in a draught.';
    const grown = [58, 72, 86, 100].map((measured) => ({
      capturedAt: `${day(measured)}T12:00:00Z`,
      reach: measured * measured,
    }));
    // Four launches in the span before the last one, 12 in the last one; the last sighting is on day 100.
    const starts = [1, ...Array(4).fill(80), ...Array(12).fill(95)] as number[];
    const seenAt = (date: string) => ({ source: 'test', seenAt: new Date(date) });
    const blankets = starts.map((start, at) =>
      ad(100 + at, at % 2 === 0 ? 'Acme' : 'Globex', text, {
        startDate: day(start),
        firstSeenAt: `${day(start)}T00:00:00Z`,
        ...(start === 1 && { reach: { value: 10_000, kind: 'reported' as const }, snapshots: grown }),
      }),
    );
    await service.catalog.recordAds(
      [...blankets, ad(150, 'Initech', text, { startDate: null, firstSeenAt: `${day(95)}T00:00:00Z` })],
      seenAt(day(100)),
    );
    const { total, momentum } = await get(100);
    expect(total).toBe(18);
    expect(momentum).toEqual({
      days: 14,
      state: 'rising',
      notKnownBecause: null,
      now: {
        from: day(87),
        to: day(100),
        launches: 12,
        launchesPerDay: 12 / 14,
        reach: 10_000 - 86 * 86,
        reachPerDay: (10_000 - 86 * 86) / 14,
      },
      before: {
        from: day(73),
        to: day(86),
        launches: 4,
        launchesPerDay: 4 / 14,
        reach: 86 * 86 - 72 * 72,
        reachPerDay: (86 * 86 - 72 * 72) / 14,
      },
      usual: { spans: 5, launches: 0, launchesPerDay: 0 },
      evidence: {
        kind: 'measured',
        ads: 17,
        notUsed: 1,
        libraries: ['meta'],
        observedFrom: day(1),
        observedTo: day(100),
        reach: { kind: 'measured', ads: 1 },
      },
    });
  });

  it('of an unknown ad is not found', async () => {
    const { status } = await service.owner.get('ads.getFamily', { hash: 'f'.repeat(32) });
    expect(status).toBe(404);
  });
});
