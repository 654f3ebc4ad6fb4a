import { contract } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { clickhouseLanes } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callBothWays, openResearch, type NamedAds, type ResearchIndex } from '../testing/research.ts';
import { survivalHandler } from './survival.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
const today = dayOf(100);

/** Ads that ran from the first of January for these days. */
const endedAds = (company: string, category: string, days: readonly number[]): NamedAds =>
  Object.fromEntries(
    days.map((ran, at) => [
      `${company}-${at}`,
      {
        advertiser: { name: company, categories: [category] },
        status: 'inactive' as const,
        startDate: dayOf(1),
        endDate: dayOf(1 + ran),
        firstSeenAt: dayOf(1),
        lastSeenAt: dayOf(1 + ran),
      },
    ]),
  );

const runsSince = (day: number) => ({
  status: 'active' as const,
  startDate: dayOf(day),
  firstSeenAt: dayOf(day),
  lastSeenAt: today,
});
/** Ten ads for 10 days, ten for 40, ten for 80. */
const lengths = [10, 40, 80].flatMap((days) => Array.from({ length: 10 }, () => days));

const ads: NamedAds = {
  ...endedAds('Acme', 'Shoes', lengths),
  // Runs for 50 days.
  running: { advertiser: { name: 'Acme', categories: ['Shoes'] }, ...runsSince(50) },
  // Found on its 30th day and never seen again.
  foundLate: {
    advertiser: { name: 'Acme', categories: ['Shoes'] },
    status: 'active',
    startDate: dayOf(1),
    firstSeenAt: dayOf(31),
    lastSeenAt: dayOf(31),
    lastConfirmedAt: dayOf(31),
  },
  // Stopped on an unknown day.
  neverRunning: {
    advertiser: { name: 'Acme', categories: ['Shoes'] },
    status: 'inactive',
    startDate: dayOf(1),
    firstSeenAt: dayOf(90),
    lastSeenAt: dayOf(90),
  },
  planned: {
    advertiser: { name: 'Acme', categories: ['Shoes'] },
    status: 'active',
    startDate: dayOf(105),
    firstSeenAt: dayOf(90),
    lastSeenAt: today,
  },
  small: { advertiser: { name: 'Small', categories: ['Shoes'] }, ...runsSince(85) },
  alone: { advertiser: { name: 'Alone', categories: ['Boats'] }, ...runsSince(85) },
};

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('the survival of ads on ClickHouse, %s', (lane) => {
  let index: ResearchIndex;
  beforeAll(async () => {
    index = await openResearch(lane, db, { today, seenAt: dayOf(99) });
    await index.record(ads);
  });
  afterAll(() => index.close());

  const survival = (companyName: string, more: object = {}) =>
    callBothWays(contract.brandSpy.getSurvival, survivalHandler, index.parts, { companyName, ...more });

  it('is estimated from ads that ended and ads that run', async () => {
    const { basis, medianDays, curve, evidence, ad } = await survival('acme');
    expect({ basis, medianDays, ad }).toEqual({ basis: 'advertiser', medianDays: 40, ad: null });
    expect(evidence).toEqual({ kind: 'estimated', ads: 31, ended: 30, notUsed: 3, libraries: ['meta'] });
    const shares = new Map(curve.map(({ days, share }) => [days, share]));
    expect(shares.get(7)).toBe(1);
    expect(shares.get(14)).toBeCloseTo(21 / 31, 4);
    expect(shares.get(45)).toBeCloseTo((21 / 31) * (11 / 21), 4);
    expect(shares.has(90)).toBe(false);
  });

  it('of one ad counts the others, from its age on', async () => {
    const { ad } = await survival('acme', { hash: adHash('meta:running') });
    expect(ad).toMatchObject({
      daysRunning: 50,
      daysRunningKind: 'exact',
      isRunning: true,
      chances: [{ days: 60, share: 1, ads: 10 }],
    });
    // Twenty of thirty others ended by then.
    expect(ad?.outlived).toBeCloseTo(2 / 3, 4);
  });

  it('of an ad that ended has no chances, and of another advertiser’s ad nothing', async () => {
    const ended = await survival('acme', { hash: adHash('meta:Acme-0') });
    expect(ended.ad).toMatchObject({ daysRunning: 10, isRunning: false, chances: [] });
    const other = await survival('acme', { hash: adHash('meta:alone') });
    expect(other.ad).toBeNull();
  });

  it('is that of the category where the advertiser has few ended ads', async () => {
    const { basis, evidence, ad } = await survival('small', { hash: adHash('meta:small') });
    expect([basis, evidence.ended]).toEqual(['category', 30]);
    expect(ad?.chances.map(({ days }) => days)).toEqual([30, 60]);
  });

  it('is not known without enough ads', async () => {
    expect(await survival('alone', { hash: adHash('meta:alone') })).toEqual({
      basis: 'category',
      medianDays: null,
      curve: [],
      ad: { daysRunning: 15, daysRunningKind: 'exact', isRunning: true, outlived: null, chances: [] },
      evidence: { kind: 'estimated', ads: 1, ended: 0, notUsed: 0, libraries: ['meta'] },
    });
  });

  it('is the same in memory and in ClickHouse for ads of any dates', async () => {
    const someDay = fc.integer({ min: 1, max: 110 }).map(dayOf);
    const someAd = fc.record({
      startDate: fc.option(someDay),
      endDate: fc.option(someDay),
      firstSeenAt: someDay,
      lastConfirmedAt: fc.option(someDay),
      status: fc.constantFrom('active' as const, 'inactive' as const, null),
    });
    const random = fc
      .sample(someAd, 300)
      .filter(({ startDate, endDate }) => (endDate ?? '9') >= (startDate ?? ''));
    const named = random.map((ad, at) => [
      `random-${at}`,
      { advertiser: { name: 'Random' }, ...ad, lastSeenAt: ad.lastConfirmedAt },
    ]);
    await index.record(Object.fromEntries(named));
    const { evidence } = await survival('random', { hash: adHash('meta:random-1') });
    expect(evidence.ads + evidence.notUsed).toBe(random.length);
    expect(evidence.ended).toBeGreaterThan(0);
  });

  it('of an unknown advertiser is an error', async () => {
    await expect(survival('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
