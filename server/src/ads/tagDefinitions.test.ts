import { expect, it } from 'vitest';
import { plainEnrichment } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { recordTagDefinitions } from './tagDefinitions.sql.ts';

it('tag definitions are stored, and a newer version replaces them', async () => {
  const clickhouse = await freshClickHouse('embedded');
  const stored = (): Promise<unknown[]> =>
    clickhouse.read('SELECT short_text, version FROM tag_definitions FINAL ORDER BY tag_definition_id');
  await recordTagDefinitions(clickhouse, plainEnrichment);
  await recordTagDefinitions(clickhouse, plainEnrichment);
  expect(await clickhouse.read('SELECT short_text, version FROM tag_definitions')).toEqual([
    { short_text: 'Free shipping', version: 1 },
  ]);
  await recordTagDefinitions(clickhouse, {
    versions: { ...plainEnrichment.versions, tags: 2 },
    tagDefinitions: [
      { tagDefinitionId: 7, category: 'Offer', shortText: 'Ships free' },
      { tagDefinitionId: 8, category: 'Offer', shortText: 'Bundle' },
    ],
  });
  expect(await stored()).toEqual([
    { short_text: 'Ships free', version: 2 },
    { short_text: 'Bundle', version: 2 },
  ]);
  await clickhouse.close();
});
