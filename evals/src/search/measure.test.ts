import { freshClickHouse } from '../../../server/src/testing/clickhouse.ts';
import { plainCatalog } from '../../../server/src/testing/catalog.ts';
import { freshDatabase, postgresLanes } from '../../../server/src/testing/postgres.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mean, measureOrder, measureTypos, ndcg, queries, recordInventedAds } from './measure.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

it('the best order has 1, and an ad without a grade before it lowers the value', () => {
  const graded = { query: '', grades: { a: 3, b: 1 } };
  expect(ndcg(['a', 'b', 'c'], graded)).toBe(1);
  expect(ndcg(['b', 'a'], graded)).toBeLessThan(1);
  expect(ndcg(['c', 'a', 'b'], graded)).toBeLessThan(ndcg(['a', 'c', 'b'], graded));
  expect(ndcg([], graded)).toBe(0);
});

/** Slightly below the values in docs/search.md, so that a worse order fails the build. */
describe('on invented ads', () => {
  let clickhouse: Awaited<ReturnType<typeof freshClickHouse>>;
  let db: Awaited<ReturnType<typeof freshDatabase>>;
  beforeAll(async () => {
    [clickhouse, db] = [await freshClickHouse('embedded'), await freshDatabase(postgres)];
    await recordInventedAds(plainCatalog(clickhouse, db));
  });
  afterAll(async () => {
    await clickhouse.close();
    await db.close();
  });

  it('relevance gives a better order than the score alone', async () => {
    const measured = await measureOrder(clickhouse);
    expect(measured).toHaveLength(queries.length);
    const byScore = mean(measured.map((each) => each.byScore));
    const byRelevance = mean(measured.map((each) => each.byRelevance));
    expect(byRelevance).toBeGreaterThan(byScore + 0.1);
    expect(byRelevance).toBeGreaterThan(0.9);
  });

  it('most typos are corrected as meant', async () => {
    const typos = await measureTypos(clickhouse);
    expect(typos.filter(({ meant, corrected }) => meant === corrected).length).toBeGreaterThanOrEqual(9);
  });
});
