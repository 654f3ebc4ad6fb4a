import { contract } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { bindProcedures } from '../rpc/procedure.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { advertiserNamed, dayBefore } from '../testing/reference/ads.ts';
import {
  type CallProcedure,
  callViaHandlers,
  expectAgreement,
  readAllPages,
  someFilters,
} from '../testing/reference/callHandlers.ts';
import { colossalAds, farAds, randomSeed, someAds, someDay } from '../testing/reference/someAds.ts';
import { createWorld, currentDay, type RecordedWorld, tagDefinitions } from '../testing/reference/world.ts';
import { researchMemory } from '../testing/research.ts';
import { brandSpyRouter } from './brandSpy.ts';
import { createNameIndex } from './nameIndex.ts';

/** Numbers of different procedures that are shown on the same page must be equal. */

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const questions = 40;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const someDays = fc
  .tuple(someDay, someDay)
  .map(([one, other]) => (one < other ? { dateFrom: one, dateTo: other } : { dateFrom: other, dateTo: one }));

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each([{ isInMemory: false }, { isInMemory: true }])('in memory: $isInMemory', ({ isInMemory }) => {
  let clickhouse: ClickHouseEngine;
  let world: RecordedWorld;
  let call: CallProcedure;

  beforeAll(async () => {
    clickhouse = await freshClickHouse('embedded');
    world = createWorld(clickhouse, db);
    const newestRecording = () => world.catalog.recordings.newest();
    const parts = {
      clickhouse,
      names: createNameIndex({ clickhouse, newestRecording }),
      newestRecording,
      today: currentDay,
      siteAddress: () => 'http://magpie.test',
      tagDefinitions,
      ...(isInMemory && { memory: researchMemory(clickhouse, world.catalog) }),
    };
    const brandSpy = brandSpyRouter(parts, () => null);
    call = callViaHandlers(bindProcedures(contract, { brandSpy }), newestRecording);
    await world.record([...colossalAds, ...farAds]);
    await world.record(someAds(1, { from: 0, count: 150 }));
    await world.record(someAds(randomSeed, { from: 100, count: 150 }));
  });
  afterAll(() => clickhouse.close());

  const isKnown = (name: string): boolean => advertiserNamed(world.now(), name) !== undefined;

  it('ads and running ads are the same in every number of them', () =>
    expectAgreement(someFilters, questions, async (filters) => {
      const { companyName, ...others } = filters;
      if (!isKnown(companyName)) return;
      const { totalAds, activeAds } = await call('brandSpy.getHeader', filters);
      const { stats, coverage } = await call('brandSpy.getOverview', filters);
      const libraries = coverage.libraries.map(({ library }) => library);
      expect([stats.totalAds, stats.activeAds]).toEqual([totalAds, activeAds]);
      expect((await call('brandSpy.getTags', filters)).totalAds).toBe(totalAds);
      const tagShares = await call('brandSpy.getTagShares', filters);
      expect(tagShares.totalAds).toBe(totalAds);
      const { publishedStarts } = tagShares.evidence;
      const kind = publishedStarts === totalAds ? 'measured' : 'estimated';
      expect(tagShares.evidence).toEqual({ kind, ads: totalAds, publishedStarts, libraries });

      const { advertisers } = await call('brandSpy.compare', {
        ...others,
        companyNames: [companyName, otherThan(companyName)],
      });
      expect(advertisers[0]?.stats).toMatchObject({ totalAds, activeAds });

      const creatives = await readAllPages(async (cursor) => {
        const page = await call('brandSpy.listCreatives', { ...filters, limit: 100, cursor });
        expect(page.evidence).toMatchObject({ ads: totalAds, libraries });
        return { ...page, entries: page.creatives };
      });
      expect(sum(creatives.map(({ adCount }) => adCount))).toBe(totalAds);
      expect(sum(creatives.map((each) => each.activeAds))).toBe(activeAds);

      const history = await call('brandSpy.getLaunchHistory', filters);
      expect(sum(history.months.map(({ launched }) => launched)) + history.planned).toBe(totalAds);
      expect(history.evidence).toMatchObject({ ads: totalAds, libraries });
      const all = await call('brandSpy.getTimeline', { ...filters, timeRange: 'all', limit: 1 });
      const isWhole = history.planned === 0 && !('dateTo' in filters);
      expect(history.evidence).toMatchObject(isWhole ? all.evidence : {});
    }));

  function otherThan(name: string): string {
    const own = advertiserNamed(world.now(), name)?.advertiserId;
    const other = world.now().advertisers.find(({ advertiserId }) => advertiserId !== own);
    if (other === undefined) throw new Error('there are several advertisers');
    return other.name;
  }

  it('launches of the same days are the same in the totals, the chart, the list and the changes', () =>
    expectAgreement(fc.tuple(someFilters, someDays), questions, async ([{ companyName }, days]) => {
      if (!isKnown(companyName)) return;
      const { totalAds } = await call('brandSpy.getHeader', { companyName, ...days });
      const timeline = await call('brandSpy.getTimeline', { companyName, ...days, limit: 1 });
      expect(timeline.total).toBe(totalAds);
      const [first, last] = [timeline.series[0]?.date, timeline.series.at(-1)?.date];
      const isWhole = first === days.dateFrom && last === days.dateTo;
      expect(isWhole ? sum(timeline.series.map(({ launched }) => launched)) : totalAds).toBe(totalAds);
      const today = currentDay();
      if (days.dateFrom > today) return;
      const past = { ...days, dateTo: days.dateTo < today ? days.dateTo : today };
      const header = await call('brandSpy.getHeader', { companyName, ...past });
      const { launched } = await call('brandSpy.getChanges', { companyName, ...past });
      expect(launched.total).toBe(header.totalAds);
      expect(launched.evidence).toEqual(
        (await call('brandSpy.getTimeline', { companyName, ...past })).evidence,
      );
    }));

  it('launches of the last days are the same in the comparison, the chart and the shares of tags', () =>
    expectAgreement(someFilters, questions, async ({ companyName }) => {
      if (!isKnown(companyName)) return;
      const { advertisers } = await call('brandSpy.compare', {
        companyNames: [companyName, otherThan(companyName)],
      });
      const { tempo } = advertisers[0] ?? {};
      const today = currentDay();
      const counted = [
        [7, '1week', tempo?.launchedLast7Days],
        [30, '1month', tempo?.launchedLast30Days],
        [90, '3months', tempo?.launchedLast90Days],
      ] as const;
      for (const [days, timeRange, launched] of counted) {
        const timeline = await call('brandSpy.getTimeline', { companyName, timeRange, limit: 1 });
        const { total, evidence } = timeline;
        expect([total, evidence.ads]).toEqual([launched, launched]);
        const { now, tags } = await call('brandSpy.getTagShares', { companyName, days, limit: 100 });
        const { publishedStarts } = evidence;
        expect(days === 90 ? tempo?.publishedStarts : publishedStarts).toBe(publishedStarts);
        expect(now).toEqual({ from: dayBefore(today, days - 1), to: today, ads: launched, publishedStarts });
        const window = { companyName, dateFrom: now.from, dateTo: now.to };
        const ranked = (await call('brandSpy.getTags', { ...window, limit: 100 })).tags;
        const counts = new Map(ranked.map(({ tagDefinitionId, adCount }) => [tagDefinitionId, adCount]));
        for (const tag of tags) expect(tag.now).toBe(counts.get(tag.tagDefinitionId) ?? 0);
      }
    }));

  it('a month of the history has the launches of its days, and the ads that ran on the last of them', () =>
    expectAgreement(someFilters, questions, async (filters) => {
      if (!isKnown(filters.companyName)) return;
      const { months } = await call('brandSpy.getLaunchHistory', filters);
      const { series } = await call('brandSpy.getTimeline', { ...filters, timeRange: 'all', limit: 1 });
      const byMonth = new Map<string, typeof series>();
      for (const day of series) {
        const month = day.date.slice(0, 7);
        byMonth.set(month, [...(byMonth.get(month) ?? []), day]);
      }
      const last = series.at(-1)?.date ?? '';
      for (const { month, launched, active } of months) {
        const days = byMonth.get(month) ?? [];
        const isWhole = (days[0]?.date.endsWith('-01') ?? false) || month === months[0]?.month;
        if (days.length === 0 || !isWhole) continue;
        const isComplete =
          dayBefore(days.at(-1)?.date ?? '', -1).slice(0, 7) !== month || last === currentDay();
        if (!isComplete) continue;
        expect([month, sum(days.map((day) => day.launched))]).toEqual([month, launched]);
        expect([month, days.at(-1)?.active]).toEqual([month, active]);
      }
      expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).toSorted());
    }));
});
