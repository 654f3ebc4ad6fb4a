import { contract } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { ClickHouseEngine } from '../kernel/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../kernel/postgres/postgres.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { ask, expectSame } from '../testing/reference/asking.ts';
import { colossalAds, someAds, someCountry, somePlatform, today } from '../testing/reference/someAds.ts';
import { trendingAdvertisers, trendingTags } from '../testing/reference/trending.ts';
import { createWorld, type RecordedWorld, tagDefinitions } from '../testing/reference/world.ts';
import { trendingRouter } from './trending.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const { trending } = contract;
const seed = Math.floor(Math.random() * 2 ** 31);

const someQuestion = fc.record({
  windowDays: fc.oneof(fc.constantFrom(1, 7, 8, 30, 90), fc.integer({ min: 1, max: 90 })),
  country: fc.option(someCountry, { nil: undefined }),
  platform: fc.option(somePlatform, { nil: undefined }),
  limit: fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 200 })),
});

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('trends agree with the reference, on ClickHouse %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let world: RecordedWorld;
  let handlers: ReturnType<typeof trendingRouter>;

  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    world = createWorld(clickhouse, db);
    handlers = trendingRouter({ clickhouse, today: () => today, tagDefinitions });
    console.log(`The last ads are of the seed ${seed}.`);
    await world.record(someAds(1, { from: 0, count: 200 }));
    await world.catalog.settle();
    await world.record(colossalAds);
    // Ads that are seen again have changed meanwhile: their days, their advertisers, what was counted.
    await world.record(someAds(2, { from: 50, count: 200 }));
    await world.record(someAds(seed, { from: 200, count: 100 }));
  });
  afterAll(() => clickhouse.close());

  it('on the top tags', async () => {
    const check = async (question: object): Promise<void> => {
      const input = trending.topTagsByEngagement.input.parse(question);
      const answer = await ask(trending.topTagsByEngagement, handlers.topTagsByEngagement, question);
      expectSame(answer, trendingTags(world.now(), input, tagDefinitions));
    };
    await fc.assert(fc.asyncProperty(someQuestion, check), { numRuns: 100 });
  });

  it('on the top advertisers', async () => {
    const check = async (question: object): Promise<void> => {
      const input = trending.topAdvertisers.input.parse(question);
      const answer = await ask(trending.topAdvertisers, handlers.topAdvertisers, question);
      expectSame(answer, trendingAdvertisers(world.now(), input));
    };
    await fc.assert(fc.asyncProperty(someQuestion, check), { numRuns: 100 });
  });
});
