import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { firstOfEach } from '../../db/postgres/batches.sql.ts';
import type { AdVersion } from '../ads.sql.ts';
import { countLibraries } from '../coverage.sql.ts';
import { findFamilies } from '../families/findFamilies.ts';
import { currentRows } from './currentRows.sql.ts';
import * as sql from './familyGroups.sql.ts';
import { createRecentCounts, type SearchedAds } from './recentCounts.ts';
import { sortValue, type PageQuery } from './search.sql.ts';

/** An entry of a list in which the ads of a family are one. */
export interface FamilyEntry extends Pick<AdVersion, 'hash'>, Partial<Omit<AdVersion, 'hash'>> {
  /** Null for an ad with nothing to compare. */
  readonly family: number | null;
}

/** Searches of which the number of families and the libraries stay in memory. */
const maxRecentCounts = 1000;

export function createFamilyCounter() {
  return createRecentCounts(maxRecentCounts, async ({ clickhouse, matching, unmerged }) => {
    const found = currentRows(matching, unmerged);
    const [families, libraries] = await Promise.all([
      sql.countFamilies(clickhouse, found),
      countLibraries(clickhouse, found),
    ]);
    return { families, libraries };
  });
}

/** The page among the first `candidates` ads in order, each as the first one of its family. */
export async function readFamilyPage(
  searched: SearchedAds,
  page: PageQuery,
  candidates: number,
): Promise<readonly FamilyEntry[]> {
  const { clickhouse, matching, unmerged } = searched;
  const { sortBy, limit, offset, terms } = page;
  const current = currentRows(matching, unmerged);
  const rows =
    sortBy === 'variants'
      ? await sql.largestFamilies(clickhouse, current, { limit, offset })
      : await sql.familyPage(clickhouse, current, {
          value: sortValue(sortBy, terms),
          candidates,
          limit,
          offset,
        });
  return rows.map((row) => Object.assign(row, { family: row.family === 0 ? null : row.family }));
}

/** The first ad of each family, in the order of the ads. */
export async function foldRanked(
  clickhouse: ClickHouse,
  ads: readonly Pick<AdVersion, 'hash'>[],
): Promise<FamilyEntry[]> {
  const families = await findFamilies(
    clickhouse,
    ads.map(({ hash }) => hash),
  );
  const entries = ads.map(({ hash }): FamilyEntry => ({ hash, family: families.get(hash) ?? null }));
  return firstOfEach(entries, ({ family, hash }) => family ?? hash);
}

/** By family: how many matching ads it has. */
export async function countFamilyAds(
  { clickhouse, matching }: Pick<SearchedAds, 'clickhouse' | 'matching'>,
  entries: readonly FamilyEntry[],
): Promise<ReadonlyMap<number, number>> {
  const families = entries.flatMap(({ family }) => family ?? []);
  const rows = families.length === 0 ? [] : await sql.countFamilyAds(clickhouse, matching, families);
  return new Map(rows.map(({ family, ads }) => [family, ads]));
}
