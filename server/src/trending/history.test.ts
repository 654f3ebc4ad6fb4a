import { contract } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAliases } from '../ads/aliases.ts';
import { createIndexCoverage } from '../ads/coverage.ts';
import { advertiserId } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { bindProcedures } from '../rpc/procedure.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { engagementOf } from '../testing/reference/ads.ts';
import { type CallProcedure, callViaHandlers } from '../testing/reference/callHandlers.ts';
import { someAds } from '../testing/reference/someAds.ts';
import { createWorld, currentDay, type RecordedWorld, tagDefinitions } from '../testing/reference/world.ts';
import { trendingRouter } from './trending.ts';
import { createTrendingDays } from './trendingDays.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

describe.each(clickhouseLanes)('the history of rows of the leaderboards on ClickHouse, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let world: RecordedWorld;
  let call: CallProcedure;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    world = createWorld(clickhouse, db);
    const newest = world.catalog.recordings.newest;
    const parts = {
      clickhouse,
      today: currentDay,
      tagDefinitions,
      coverage: createIndexCoverage(clickhouse, db),
      aliases: createAliases({ clickhouse, newestRecording: newest }),
    };
    const trending = trendingRouter(parts, createTrendingDays(clickhouse, 0));
    call = callViaHandlers(bindProcedures(contract, { trending }), newest);
    await world.record(someAds(1, { from: 0, count: 400 }));
    await world.record(someAds(2, { from: 200, count: 200 }));
  });
  afterAll(() => clickhouse.close());

  it.each([1, 7, 30, 45, 46, 90])(
    'adds up to the numbers of the leaderboards in %i days, and in as many before them',
    async (windowDays) => {
      for (const filter of [{}, { platform: 'facebook' }, { country: 'DE' }]) {
        const { tags } = await call('trending.topTagsByEngagement', { windowDays, limit: 100, ...filter });
        if (tags.length === 0) continue;
        const ids = tags.map(({ tagDefinitionId }) => tagDefinitionId);
        const { history, from, to } = await call('trending.getHistory', {
          windowDays,
          tagDefinitionIds: ids,
          ...filter,
        });
        expect(to).toBe(currentDay());
        expect((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1).toBe(
          windowDays > 45 ? windowDays : 2 * windowDays,
        );
        expect(history.map(({ id }) => id)).toEqual(ids);
        for (const [place, { launched }] of history.entries()) {
          expect(sum(launched.slice(-windowDays))).toBe(tags[place]?.adCount);
          const { now, before, evidence } = tags[place]?.momentum ?? {};
          expect(before === null ? null : sum(launched)).toBe(
            windowDays > 45 ? null : (evidence?.ads ?? 0) + (evidence?.notUsed ?? 0),
          );
          expect(now?.launches).toBeLessThanOrEqual(sum(launched.slice(-windowDays)));
        }
        const { advertisers } = await call('trending.topAdvertisers', { windowDays, limit: 100, ...filter });
        const byBrand = await call('trending.getHistory', {
          windowDays,
          advertiserIds: advertisers.map((one) => one.advertiserId),
          ...filter,
        });
        for (const [place, { launched }] of byBrand.history.entries())
          expect(sum(launched.slice(-windowDays))).toBe(advertisers[place]?.adCount);
      }
    },
  );

  it('lists the ads of the window with the most engagement, and no others', async () => {
    const windowDays = 30;
    const { tags } = await call('trending.topTagsByEngagement', { windowDays, limit: 20 });
    const { history } = await call('trending.getHistory', {
      windowDays,
      tagDefinitionIds: tags.map(({ tagDefinitionId }) => tagDefinitionId),
    });
    const known = new Map(world.now().ads.map((ad) => [ad.hash, ad]));
    for (const [place, { id, bestAds }] of history.entries()) {
      expect(bestAds).toHaveLength(Math.min(3, tags[place]?.adCount ?? 0));
      const engagement = bestAds.map(({ hash }) => {
        const ad = known.get(hash);
        expect(ad?.derived.tags.map(({ tagDefinitionId }) => tagDefinitionId)).toContain(id);
        return (ad === undefined ? null : engagementOf(ad)) ?? 0;
      });
      expect(engagement).toEqual(engagement.toSorted((one, other) => other - one));
      const { adCount, totalEngagement } = tags[place] ?? { adCount: 0, totalEngagement: 0 };
      expect(sum(engagement)).toBeLessThanOrEqual(totalEngagement);
      expect(adCount > 3 || sum(engagement) === totalEngagement).toBe(true);
    }
  });

  it('says how many ads it counts, each once, and from which libraries', async () => {
    const window = { windowDays: 45, platform: 'facebook' };
    const { tags } = await call('trending.topTagsByEngagement', { ...window, limit: 100 });
    const tagDefinitionIds = tags.slice(0, 2).map(({ tagDefinitionId }) => tagDefinitionId);
    const { from, to, evidence } = await call('trending.getHistory', { ...window, tagDefinitionIds });
    const counted = world.now().ads.filter(({ firstSeenAt, facts, derived }) => {
      const day = facts.startDate ?? firstSeenAt.slice(0, 10);
      const hasTag = derived.tags.some((tag) => tagDefinitionIds.includes(tag.tagDefinitionId));
      return day >= from && day <= to && facts.platforms.includes('facebook') && hasTag;
    });
    const publishedStarts = counted.filter(({ facts }) => facts.startDate !== null).length;
    expect(publishedStarts).toBeLessThan(counted.length);
    expect(evidence).toEqual({
      kind: 'estimated',
      ads: counted.length,
      publishedStarts,
      libraries: expect.any(Array),
    });
    const { coverage } = await call('trending.topAdvertisers', { ...window, windowDays: 90 });
    expect(evidence.libraries).toEqual(coverage.libraries.map(({ library }) => library));
    const { advertisers } = await call('trending.topAdvertisers', { ...window, limit: 2 });
    const byBrand = await call('trending.getHistory', {
      ...window,
      advertiserIds: advertisers.map(({ advertiserId: id }) => id),
    });
    expect(byBrand.evidence.ads).toBe(sum(byBrand.history.flatMap(({ launched }) => launched)));
  });

  it('has zeros for an id without ads', async () => {
    const id = advertiserId('nobody');
    const { history, evidence } = await call('trending.getHistory', {
      windowDays: 2,
      advertiserIds: [id, id],
    });
    expect(history).toEqual([{ id, launched: [0, 0, 0, 0], bestAds: [] }]);
    expect(evidence.ads).toBe(0);
  });
});
