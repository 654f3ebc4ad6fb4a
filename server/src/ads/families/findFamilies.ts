import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import * as sql from './families.sql.ts';

/** The families of ads by hash; ads with nothing to compare have none. */
export async function findFamilies(
  clickhouse: ClickHouse,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.readCreativesOfAds(clickhouse, hashes);
  // All creatives of an ad are in one family, so its first one is enough.
  const firstCreatives = new Set(rows.flatMap(({ creatives }) => creatives.slice(0, 1)));
  const joined = await sql.joinedCreatives(clickhouse, [...firstCreatives]);
  const families = new Map(joined.map(({ creative, family }) => [creative, family]));
  return new Map(
    rows.flatMap(({ hash, creatives: [first] }): [string, number][] =>
      first === undefined ? [] : [[hash, families.get(first) ?? first]],
    ),
  );
}

/** The families that these are part of now. A family has the number of one of its creatives, and joins those with lower ones. */
export async function currentFamilies(
  clickhouse: ClickHouse,
  families: readonly number[],
): Promise<readonly number[]> {
  const joined = await sql.joinedCreatives(clickhouse, families);
  const lower = new Map(joined.map(({ creative, family }) => [creative, family]));
  return families.map((family) => lower.get(family) ?? family);
}
