import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { firstOfEach } from '../../db/postgres/batches.sql.ts';
import type { AdVersion } from '../ads.sql.ts';
import { findFamilies, readFamilies } from '../families/findFamilies.ts';
import { currentRows } from './currentRows.sql.ts';
import * as sql from './familyGroups.sql.ts';
import { createRecentCounts, type SearchedAds } from './recentCounts.ts';
import { sortValue, type PageQuery } from './search.sql.ts';

/** An entry of a list in which the ads of a family are one. */
export interface FamilyEntry extends Pick<AdVersion, 'hash'>, Partial<Omit<AdVersion, 'hash'>> {
  /** Null for an ad with nothing to compare. */
  readonly family: number | null;
}

/** Searches of which the number of families stays in memory. */
const maxRecentCounts = 1000;

export function createFamilyCounter() {
  return createRecentCounts(maxRecentCounts, ({ clickhouse, matching, unmerged }) =>
    sql.countFamilies(clickhouse, currentRows(matching, unmerged)),
  );
}

/** The page among the first `candidates` ads in order, each as the first one of its family. */
export async function readFamilyPage(
  searched: SearchedAds,
  page: PageQuery,
  candidates: number,
): Promise<readonly FamilyEntry[]> {
  const { clickhouse, matching, unmerged } = searched;
  const { sortBy, limit, offset, terms } = page;
  if (sortBy === 'variants') {
    const rows = await sql.largestFamilies(clickhouse, matching, { limit, offset });
    return rows.map(({ hash, advertiserId, version, family }) => ({
      hash,
      advertiserId,
      version,
      family: family === 0 ? null : family,
    }));
  }
  const value = sortValue(sortBy, terms);
  const ads = await sql.candidatesOfPage(clickhouse, matching, unmerged, { value, candidates });
  const familyOf = await readFamilies(
    clickhouse,
    ads.map(({ creative }) => creative),
  );
  const first = foldFamilies(
    ads.map(({ hash, advertiserId, version, creative }) => ({
      hash,
      advertiserId,
      version,
      family: familyOf(creative),
    })),
  );
  return first.slice(offset, offset + limit);
}

/** The first ad of each family. */
export function foldFamilies<Entry extends FamilyEntry>(sorted: readonly Entry[]): Entry[] {
  return firstOfEach(sorted, ({ family, hash }) => family ?? hash);
}

/** In the order of the ads. */
export async function foldRanked(
  clickhouse: ClickHouse,
  ads: readonly Pick<AdVersion, 'hash'>[],
): Promise<FamilyEntry[]> {
  const families = await findFamilies(
    clickhouse,
    ads.map(({ hash }) => hash),
  );
  return foldFamilies(ads.map(({ hash }) => ({ hash, family: families.get(hash) ?? null })));
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
