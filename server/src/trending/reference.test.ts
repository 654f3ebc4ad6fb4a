import { contract } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAliases } from '../ads/aliases.ts';
import { createIndexCoverage } from '../ads/coverage.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { bindProcedures } from '../rpc/procedure.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { everyClickHouseLane, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import {
  expectAgreement,
  type CallProcedure,
  callViaHandlers,
  rounded,
} from '../testing/reference/callHandlers.ts';
import {
  colossalAds,
  farAds,
  randomSeed,
  someAds,
  someCountry,
  somePlatform,
} from '../testing/reference/someAds.ts';
import { trendingAdvertisers, trendingTags } from '../testing/reference/trending.ts';
import { createWorld, currentDay, type RecordedWorld, tagDefinitions } from '../testing/reference/world.ts';
import { trendingRouter } from './trending.ts';
import { createTrendingDays } from './trendingDays.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const someQuestion = fc.record({
  windowDays: fc.oneof(fc.constantFrom(1, 7, 8, 30, 90), fc.integer({ min: 1, max: 90 })),
  country: fc.option(someCountry, { nil: undefined }),
  platform: fc.option(somePlatform, { nil: undefined }),
  limit: fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 200 })),
  sortBy: fc.constantFrom('engagement', 'momentum'),
});

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(everyClickHouseLane)('trends of ClickHouse, %s', (lane) => {
  const questions = lane === 'embedded' ? 100 : 30;
  let clickhouse: ClickHouseEngine;
  let world: RecordedWorld;
  /** By the statement, and by sums in memory that were refreshed after each recording. */
  let ways: CallProcedure[];

  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    world = createWorld(clickhouse, db);
    const days = createTrendingDays(clickhouse);
    const newest = world.catalog.recordings.newest;
    ways = [createTrendingDays(clickhouse, 0), days].map((each) => {
      const trending = trendingRouter(
        {
          clickhouse,
          today: currentDay,
          tagDefinitions,
          coverage: createIndexCoverage(clickhouse, db),
          aliases: createAliases({ clickhouse, newestRecording: newest }),
        },
        each,
      );
      return callViaHandlers(bindProcedures(contract, { trending }), newest);
    });
    const refresh = async (): Promise<void> => days.refresh(await newest(), currentDay());
    await world.record(someAds(1, { from: 0, count: 200 }));
    await refresh();
    await world.catalog.optimize();
    await world.record([...colossalAds, ...farAds]);
    await refresh();
    // Ads that are recorded again have other days, advertisers and counts.
    await world.record(someAds(2, { from: 50, count: 200 }));
    await world.record(someAds(randomSeed, { from: 200, count: 100 }));
    await refresh();
    if (days.at(await newest(), currentDay()) === null) throw new Error('the sums must be in memory');
  });
  afterAll(() => clickhouse.close());

  it('agree with the reference on the top tags', () =>
    expectAgreement(someQuestion, questions, async (question) => {
      const expected = rounded(trendingTags(world.now(), question, tagDefinitions));
      for (const call of ways) expect(await call('trending.topTagsByEngagement', question)).toEqual(expected);
    }));

  it('agree with the reference on the top advertisers', () =>
    expectAgreement(someQuestion, questions, async (question) => {
      const expected = rounded(trendingAdvertisers(world.now(), question));
      for (const call of ways) expect(await call('trending.topAdvertisers', question)).toEqual(expected);
    }));
});
