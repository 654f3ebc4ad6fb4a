import { contract, type OpenAdInput } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classifyMomentum } from '../ads/momentum.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { clickhouseLanes } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callBothWays, openResearch, type NamedAds, type ResearchIndex } from '../testing/research.ts';
import { momentumHandler } from './momentum.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
const today = dayOf(120);

/** Ads of an advertiser that were launched on some days, and seen from then until day 100. */
function launchedOn(
  name: string,
  days: readonly number[],
  more: (day: number) => Partial<OpenAdInput> = () => ({}),
): NamedAds {
  const ads = days.map((day, at) => [
    `${name}-${at}`,
    {
      advertiser: { name },
      startDate: dayOf(day),
      firstSeenAt: dayOf(day),
      lastSeenAt: dayOf(100),
      lastConfirmedAt: dayOf(100),
      ...more(day),
    },
  ]);
  return Object.fromEntries(ads);
}

const repeat = (count: number, day: number): number[] => Array.from({ length: count }, () => day);

/** Reach that grows by 100 a day, measured every week. */
const growing = (day: number): Partial<OpenAdInput> => ({
  reach: { value: (100 - day) * 100, kind: 'reported' },
  capturedAt: dayOf(100),
  snapshots: [51, 58, 65, 72, 79, 86, 93, 100]
    .filter((measured) => measured >= day)
    .map((measured) => ({ capturedAt: `${dayOf(measured)}T12:00:00Z`, reach: (measured - day) * 100 })),
});

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('the momentum of an advertiser on ClickHouse, %s', (lane) => {
  let index: ResearchIndex;
  beforeAll(async () => {
    index = await openResearch(lane, db, { today, seenAt: dayOf(100) });
    await index.record({
      ...launchedOn('Rising', [1, ...repeat(5, 30), ...repeat(4, 80), ...repeat(12, 95)]),
      ...launchedOn('Cooling', [1, ...repeat(20, 30), ...repeat(12, 80), 95]),
      ...launchedOn('Few', [1, 80, 95]),
      ...launchedOn('New', [90, ...repeat(12, 95)]),
      ...launchedOn('Undated', repeat(12, 95), () => ({ startDate: null })),
      ...launchedOn('Reach', [40, 80, 95], growing),
      ...launchedOn('Estimated', [40], (day) => ({
        ...growing(day),
        reach: { value: 6000, kind: 'estimated' },
      })),
      ...launchedOn('Ranges', [40], (day) => ({ ...growing(day), reach: { value: 6000, kind: 'range' } })),
      ...launchedOn('Corrected', [40, 80], (day) => ({
        ...growing(day),
        ...(day === 40 && {
          reach: { value: 4000, kind: 'reported' },
          snapshots: [1000, 5000, 4000].map((reach, at) => ({
            capturedAt: `${dayOf(72 + 14 * at)}T12:00:00Z`,
            reach,
          })),
        }),
      })),
    });
  });
  afterAll(() => index.close());

  const momentumOf = (companyName: string, more: object = {}) =>
    callBothWays(contract.brandSpy.getMomentum, momentumHandler, index.parts, { companyName, ...more });

  it('compares the days until the last sighting with those before and with the usual rate', async () => {
    expect(await momentumOf('rising')).toEqual({
      companyName: 'Rising',
      days: 14,
      state: 'rising',
      notKnownBecause: null,
      now: {
        from: dayOf(87),
        to: dayOf(100),
        launches: 12,
        launchesPerDay: 12 / 14,
        reach: null,
        reachPerDay: null,
      },
      before: {
        from: dayOf(73),
        to: dayOf(86),
        launches: 4,
        launchesPerDay: 4 / 14,
        reach: null,
        reachPerDay: null,
      },
      usual: { spans: 5, launches: 1, launchesPerDay: 1 / 14 },
      evidence: {
        kind: 'measured',
        ads: 22,
        notUsed: 0,
        libraries: ['meta'],
        observedFrom: dayOf(1),
        observedTo: dayOf(100),
        reach: null,
      },
    });
    expect(await momentumOf('cooling')).toMatchObject({ state: 'cooling', now: { launches: 1 } });
  });

  it('is not known from few launches, few days or unknown days', async () => {
    expect(await momentumOf('few')).toMatchObject({
      state: 'notKnown',
      notKnownBecause: 'tooFewLaunches',
      now: { launches: 1 },
    });
    expect(await momentumOf('new')).toMatchObject({
      state: 'notKnown',
      notKnownBecause: 'observedTooShort',
      now: null,
      before: null,
      usual: null,
      evidence: { ads: 13, observedFrom: dayOf(90) },
    });
    expect(await momentumOf('new', { days: 7 })).toMatchObject({
      notKnownBecause: 'observedTooShort',
      now: { launches: 12 },
      before: null,
    });
    expect(await momentumOf('undated')).toMatchObject({
      state: 'notKnown',
      notKnownBecause: 'noLaunchDates',
      now: null,
      evidence: { ads: 0, notUsed: 12 },
    });
  });

  it('has the reach gained by ads that were measured in each span', async () => {
    // On days 72, 86 and 100: 3200, 4600 and 6000 of the first ad; 0, 600 and 2000; 0, 0 and 500.
    expect(await momentumOf('reach')).toMatchObject({
      now: { reach: 1400 + 1400 + 500, reachPerDay: 3300 / 14 },
      before: { reach: 1400 + 600 },
      evidence: { reach: { kind: 'measured', ads: 3 } },
    });
    expect(await momentumOf('estimated')).toMatchObject({
      now: { reach: 1400 },
      evidence: { reach: { kind: 'estimated', ads: 1 } },
    });
  });

  it('has no reach of ads whose source states ranges or corrected a count downwards', async () => {
    expect(await momentumOf('ranges')).toMatchObject({
      now: { reach: null, reachPerDay: null },
      evidence: { reach: null },
    });
    // Only the ad of day 80, with 600 on day 86 and 2000 on day 100.
    expect(await momentumOf('corrected')).toMatchObject({
      now: { reach: 1400 },
      before: { reach: 600 },
      evidence: { reach: { kind: 'measured', ads: 1 } },
    });
  });

  it('of an unknown advertiser is an error', async () => {
    await expect(momentumOf('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is that of a plain count of the launches, in memory and in ClickHouse', async () => {
    let run = 0;
    const someDay = fc.integer({ min: 1, max: 100 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(someDay, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 7, max: 30 }),
        async (launches, days) => {
          run += 1;
          await index.record(launchedOn(`Random ${run}`, launches));
          const found = await momentumOf(`random ${run}`, { days });
          const between = (from: number, to: number): number =>
            launches.filter((day) => day >= from && day <= to).length;
          const since = Math.min(...launches);
          const spans = Math.floor((101 - since) / days);
          const [now, before] = [between(101 - days, 100), between(101 - 2 * days, 100 - days)];
          expect(found.now?.launches ?? null).toBe(spans < 1 ? null : now);
          expect(found.before?.launches ?? null).toBe(spans < 2 ? null : before);
          const earlier = Math.min(6, spans - 2);
          const base = earlier < 1 ? null : between(101 - (2 + earlier) * days, 100 - 2 * days) / earlier;
          expect(found.usual?.launches ?? null).toBe(base);
          expect(found.state).toBe(spans < 2 ? 'notKnown' : classifyMomentum({ now, before, base }));
        },
      ),
      { numRuns: 15 },
    );
  });
});
