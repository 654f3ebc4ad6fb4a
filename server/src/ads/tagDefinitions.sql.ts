import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Enrichment } from './enrichment.ts';

/** Stores the definitions of all tags in ClickHouse, next to those of older versions, so that queries can join them. */
export async function recordTagDefinitions(
  clickhouse: ClickHouse,
  { tagDefinitions, versions }: Pick<Enrichment, 'tagDefinitions' | 'versions'>,
) {
  const [stored] = await clickhouse.read<{ tags: number }>(
    'SELECT count() AS tags FROM tag_definitions FINAL WHERE version >= {version:UInt64}',
    { version: versions.tags },
  );
  if (stored?.tags === tagDefinitions.length) return;
  const rows = tagDefinitions.map(({ tagDefinitionId, category, shortText }) => ({
    tag_definition_id: tagDefinitionId,
    category,
    short_text: shortText,
    version: versions.tags,
  }));
  await clickhouse.insert('tag_definitions', rows);
}
