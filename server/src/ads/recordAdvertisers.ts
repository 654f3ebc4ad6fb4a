import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as sql from './ads.sql.ts';
import { keysOf, resolveAdvertisers } from './advertiserPages.ts';
import { withLegalNames } from './legalNames.ts';
import { firstTotals, mergeAdvertisers } from './mergeAdvertisers.ts';
import { toAdvertiserSightings, toPageNames } from './past/advertiserSightings.ts';
import type { SeenAd, Sighting } from './sightings.ts';
import { lockAdvertisers } from './writeLock.sql.ts';

interface Engines {
  readonly clickhouse: ClickHouse;
  readonly db: Postgres;
}

/**
 * Other recordings may contain the same advertisers, so their rows have a lock, which is held only here: most batches contain
 * most advertisers, and holding it until the end would leave one recording at a time.
 */
export function recordAdvertisers(
  { clickhouse, db }: Engines,
  ads: readonly SeenAd[],
  sighting: Sighting,
  isCountedLater: boolean,
) {
  const seen = withLegalNames(ads);
  return db.transaction(async (lock) => {
    await lockAdvertisers(lock);
    const pages = await sql.ownersOfPages(clickhouse, distinct(seen.flatMap(keysOf)));
    const named = seen.map((each) => each.advertiserId);
    const rows = await readAdvertisers(clickhouse, distinct([...named, ...pages.values()]));
    const resolved = resolveAdvertisers(seen, rows, pages);
    const joined = new Set(resolved.joins.map(({ from }) => from));
    const aliases = rows.flatMap((row) => (joined.has(row.advertiser_id) ? row.names : [])).map(([id]) => id);
    const all = [...rows, ...(await readMissing(clickhouse, rows, aliases))];
    const merged = mergeAdvertisers(all, seen, resolved, sighting);
    const totals = isCountedLater ? firstTotals(merged.changed, seen, resolved) : [];
    // First, so that no name is known without its past.
    await insert(clickhouse, 'advertiser_sightings', toAdvertiserSightings(ads, sighting));
    await insert(clickhouse, 'page_names', toPageNames(seen));
    await insert(clickhouse, 'advertisers', merged.changed);
    await insert(clickhouse, 'advertisers', merged.changedAliases);
    await insert(clickhouse, 'advertiser_totals', totals);
    // Last, so that the page of an advertiser is not known before the advertiser.
    const newPages = Array.from(resolved.newPages, ([page, id]) => ({ page, advertiser_id: id, version: 1 }));
    await insert(clickhouse, 'advertiser_pages', newPages);
    // A name that was unknown has no ads to move.
    return { ...merged, joined: all.filter((row) => joined.has(row.advertiser_id)) };
  });
}

async function insert(clickhouse: ClickHouse, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await clickhouse.insert(table, rows);
}

/** With those of which they are aliases. */
export async function readAdvertisers(
  clickhouse: ClickHouse,
  ids: readonly number[],
): Promise<sql.AdvertiserRow[]> {
  const rows = await sql.advertisersById(clickhouse, ids);
  const owners = rows.map((row) => row.alias_of).filter((id) => id !== 0);
  return [...rows, ...(await readMissing(clickhouse, rows, owners))];
}

async function readMissing(
  clickhouse: ClickHouse,
  rows: readonly sql.AdvertiserRow[],
  ids: readonly number[],
): Promise<sql.AdvertiserRow[]> {
  const known = new Set(rows.map((row) => row.advertiser_id));
  const missing = distinct(ids).filter((id) => !known.has(id));
  return missing.length === 0 ? [] : sql.advertisersById(clickhouse, missing);
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
