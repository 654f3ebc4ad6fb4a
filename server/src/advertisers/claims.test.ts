import { claimKinds, contract, type OpenAdInput } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { clickhouseLanes } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callBothWays, openResearch, type NamedAds, type ResearchIndex } from '../testing/research.ts';
import { claimsHandler } from './claims.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
const today = dayOf(100);

const ad = (
  body: string,
  from: number,
  to: number,
  more: Partial<OpenAdInput> = {},
): Partial<OpenAdInput> => ({
  advertiser: { name: 'Acme' },
  bodies: [body],
  status: 'inactive',
  startDate: dayOf(from),
  endDate: dayOf(to),
  firstSeenAt: dayOf(from),
  lastSeenAt: dayOf(to),
  platforms: ['facebook'],
  ...more,
});

const running = { status: 'active', endDate: null, lastSeenAt: dayOf(99) } as const;

const ads: NamedAds = {
  old: ad('Beds for all. Up to 40% off this week!', 1, 30),
  older: ad('bis zu 40 % Rabatt', 5, 62, { platforms: ['instagram'] }),
  new: ad('Beds for all. Now up to 60% off!', 63, 90, running),
  warranty: ad('Every bed has a 10-year warranty.', 3, 20, { startDate: null }),
  // Not known whether it ended: no source states it, and it was not confirmed lately.
  unknown: ad('The best bed in Europe.', 40, 60, {
    status: null,
    endDate: null,
    lastConfirmedAt: dayOf(60),
  }),
  plain: ad('Sleep well.', 50, 60),
  noText: ad('', 50, 60, { bodies: [], headlines: [] }),
  nothing: {
    advertiser: { name: 'Alone' },
    bodies: ['One text.'],
    startDate: dayOf(1),
    firstSeenAt: dayOf(1),
  },
};

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('the claims of an advertiser on ClickHouse, %s', (lane) => {
  let index: ResearchIndex;
  beforeAll(async () => {
    index = await openResearch(lane, db, { today, seenAt: dayOf(99) });
    await index.record(ads);
  });
  afterAll(() => index.close());

  const listClaims = (companyName: string, more: object = {}) =>
    callBothWays(contract.brandSpy.listClaims, claimsHandler, index.parts, { companyName, ...more });

  it('have a sentence, dates of first and last use, and the claim before', async () => {
    const { claims, total, evidence } = await listClaims('acme');
    expect({ total, evidence }).toEqual({
      total: 4,
      evidence: {
        kind: 'estimated',
        ads: 6,
        adsWithClaims: 5,
        withoutStart: 1,
        notUsed: 1,
        libraries: ['meta'],
      },
    });
    expect(claims[0]).toEqual({
      kind: 'discount',
      text: 'up to 60% off',
      value: 60,
      unit: '%',
      currency: null,
      bound: 'upTo',
      sentence: 'Now up to 60% off!',
      firstUsed: dayOf(63),
      lastUsed: today,
      isCurrent: true,
      adCount: 1,
      ads: [adHash('meta:new')],
      changedFrom: {
        text: 'bis zu 40 % Rabatt',
        value: 40,
        unit: '%',
        currency: null,
        bound: 'upTo',
        lastUsed: dayOf(62),
      },
      evidence: { kind: 'measured', ads: 1, withoutStart: 0, platforms: ['facebook'], libraries: ['meta'] },
    });
    expect(claims.at(-1)).toMatchObject({
      value: 40,
      firstUsed: dayOf(1),
      lastUsed: dayOf(62),
      isCurrent: false,
      adCount: 2,
      ads: [adHash('meta:older'), adHash('meta:old')],
      changedFrom: null,
      evidence: { ads: 2, platforms: ['facebook', 'instagram'] },
    });
  });

  it('say what is not known', async () => {
    const { claims } = await listClaims('acme');
    expect(
      claims.map(({ isCurrent, value, evidence: { kind, withoutStart } }) => [
        isCurrent,
        value,
        kind,
        withoutStart,
      ]),
    ).toEqual([
      [true, 60, 'measured', 0],
      [null, null, 'measured', 0],
      [false, 10, 'estimated', 1],
      [false, 40, 'measured', 0],
    ]);
  });

  it('are filtered by kind and by the day of their first use', async () => {
    const guarantees = await listClaims('acme', { kind: 'guarantee' });
    expect(guarantees.claims.map(({ text }) => text)).toEqual(['10-year warranty']);
    const march = await listClaims('acme', { dateFrom: dayOf(60), dateTo: dayOf(63) });
    expect(march.claims.map(({ value, changedFrom }) => [value, changedFrom?.value])).toEqual([[60, 40]]);
    expect((await listClaims('acme', { dateFrom: dayOf(64) })).claims).toEqual([]);
  });

  it('are none where no text has one', async () => {
    expect(await listClaims('alone')).toEqual({
      claims: [],
      total: 0,
      evidence: {
        kind: 'measured',
        ads: 1,
        adsWithClaims: 0,
        withoutStart: 0,
        notUsed: 0,
        libraries: ['meta'],
      },
      nextCursor: null,
      hasMore: false,
    });
  });

  it('of an unknown advertiser are an error', async () => {
    await expect(listClaims('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are the same in memory and in ClickHouse, on pages of any size', async () => {
    const percent = fc.integer({ min: 1, max: 60 });
    const sentence = fc.oneof(
      percent.map((value) => `Up to ${value}% off.`),
      percent.map((value) => `Yours for $${value}.`),
      percent.map((value) => `Over ${value},000 happy customers.`),
      percent.map((value) => `${value}-day free trial.`),
      fc.constantFrom('The best bed in Europe.', 'Softer than other beds.', 'Good night.'),
    );
    const someAd = fc.record({
      headlines: fc.array(sentence, { maxLength: 1 }),
      bodies: fc.array(sentence, { minLength: 1, maxLength: 3 }).map((parts) => [parts.join(' ')]),
      startDate: fc.option(fc.integer({ min: 1, max: 60 }).map(dayOf)),
      firstSeenAt: fc.constant(dayOf(61)),
      lastSeenAt: fc.integer({ min: 62, max: 100 }).map(dayOf),
      status: fc.constantFrom('active' as const, 'inactive' as const, null),
    });
    const random = fc
      .sample(someAd, 200)
      .map((each, at) => [`random-${at}`, { advertiser: { name: 'Random' }, ...each }]);
    await index.record(Object.fromEntries(random));
    const all = await listClaims('random', { limit: 100 });
    const paged: { kind: string }[] = [];
    let cursor: number | null | undefined;
    while (cursor !== null) {
      const page = await listClaims('random', { limit: 37, ...(cursor !== undefined && { cursor }) });
      paged.push(...page.claims);
      cursor = page.nextCursor;
    }
    expect(paged.slice(0, 100)).toEqual(all.claims);
    expect(paged).toHaveLength(all.total);
    expect(new Set(paged.map(({ kind }) => kind))).toEqual(new Set(claimKinds));
  });
});
