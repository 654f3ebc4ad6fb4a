import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import * as sql from './families.sql.ts';

/** The family of an ad with this first creative, 0 if it has none; null if it has nothing to compare. */
export type FamilyOfCreative = (creative: number) => number | null;

/** All creatives of an ad are in one family, so its first one is enough. */
export async function readFamilies(
  clickhouse: ClickHouse,
  firstCreatives: Iterable<number>,
): Promise<FamilyOfCreative> {
  const ids = [...new Set(firstCreatives)].filter((id) => id !== 0);
  const joined = await sql.joinedCreatives(clickhouse, ids);
  const families = new Map(joined.map(({ creative, family }) => [creative, family]));
  return (creative) => (creative === 0 ? null : (families.get(creative) ?? creative));
}

/** The families of ads by hash; ads with nothing to compare have none. */
export async function findFamilies(
  clickhouse: ClickHouse,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.readCreativesOfAds(clickhouse, hashes);
  const familyOf = await readFamilies(
    clickhouse,
    rows.map(({ creatives }) => creatives[0] ?? 0),
  );
  return new Map(
    rows.flatMap(({ hash, creatives }): [string, number][] => {
      const family = familyOf(creatives[0] ?? 0);
      return family === null ? [] : [[hash, family]];
    }),
  );
}
