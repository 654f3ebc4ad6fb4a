import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainCatalog } from '../../../server/src/testing/catalog.ts';
import { freshClickHouse } from '../../../server/src/testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../../../server/src/testing/postgres.ts';
import { mean } from '../search/measure.ts';
import { measureMeaning, recordSubjects, type methodNames } from './measure.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

let clickhouse: Awaited<ReturnType<typeof freshClickHouse>>;
let db: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  [clickhouse, db] = [await freshClickHouse('embedded'), await freshDatabase(postgres)];
  await recordSubjects(plainCatalog(clickhouse, db), clickhouse);
});
afterAll(async () => {
  await clickhouse.close();
  await db.close();
});

/** Slightly below the values in docs/search.md, so that a worse order fails the build. */
it('words and vectors find more than words in every language', async () => {
  const measured = await measureMeaning(clickhouse);
  expect(measured).toHaveLength(180);
  const of = (language: string, method: (typeof methodNames)[number]): number =>
    mean(
      measured.filter((each) => each.language === language && each.method === method).map(({ ndcg }) => ndcg),
    );
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl']) {
    const both = of(language, 'wordsAndVectors');
    expect.soft(both).toBeGreaterThan(0.35);
    expect.soft(both - of(language, 'words')).toBeGreaterThan(0.1);
  }
});
