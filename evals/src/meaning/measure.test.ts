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

it('words and vectors find more than words in every language', async () => {
  const measured = await measureMeaning(clickhouse);
  expect(measured).toHaveLength(180);
  const of = (language: string, method: (typeof methodNames)[number]): number =>
    mean(
      measured.filter((each) => each.language === language && each.method === method).map(({ ndcg }) => ndcg),
    );
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl']) {
    if (process.env['SHOW'] === '1')
      console.log(
        language,
        of(language, 'words').toFixed(3),
        of(language, 'vectors').toFixed(3),
        of(language, 'wordsAndVectors').toFixed(3),
      );
    expect.soft(of(language, 'wordsAndVectors')).toBeGreaterThan(of(language, 'words'));
  }
  if (process.env['SHOW'] === '1')
    for (const m of measured)
      console.log(m.language, m.subject, m.method, m.ndcg.toFixed(2), m.found, m.precision);
});
