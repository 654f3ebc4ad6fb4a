import type { Coverage } from '@magpie/contract';
import { otherKeyPrefixes } from '@magpie/contract/platforms';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { placesOfHashes, readByHash } from './ads.sql.ts';
import { seenRange } from './adExpressions.sql.ts';
import type { Matching } from './conditions.sql.ts';
import { bitsOfAdvertiserId } from './identity.ts';
import { currentRows, type CurrentRows, readUnmerged } from './search/currentRows.sql.ts';

/** Ads of one library. */
export interface CoveredAds {
  readonly library: string;
  readonly ads: number;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly countries: readonly string[];
}

const keyPrefix = `substring(key, 1, position(key, ':') - 1)`;
const noLibrary = otherKeyPrefixes.map((prefix) => `'${prefix}'`).join(', ');

/** The start of the key of an ad, or `none` for an ad that is in no library. */
export const libraryOfAd = `if(${keyPrefix} IN (${noLibrary}), 'none', ${keyPrefix})`;

const covered = `count() AS ads, ${seenRange}, groupUniqArrayArray(ads.countries) AS countries`;

/** Ads of one library whose source states the same about what it measures and lists. */
export interface MeasuredAds extends CoveredAds {
  /** The `coverage` of the open format, as JSON; null if unknown. */
  readonly coverage: string | null;
}

export const coverageOfAd = `nullIf(JSONExtractRaw(transparency, 'coverage'), '')`;

export function readCoverage(clickhouse: ClickHouse, { condition, parameters }: Matching) {
  return clickhouse.read<MeasuredAds>(
    `SELECT ${libraryOfAd} AS library, ${coverageOfAd} AS coverage, ${covered}
     FROM ads FINAL
     WHERE ${condition}
     GROUP BY library, coverage`,
    parameters,
  );
}

export interface LibraryCount {
  readonly library: string;
  readonly ads: number;
}

export function countLibraries(clickhouse: ClickHouse, { rows, parameters }: CurrentRows) {
  return clickhouse.read<LibraryCount>(
    `SELECT ${libraryOfAd} AS library, count() AS ads
     FROM ${rows}
     GROUP BY library`,
    parameters,
  );
}

/** Of those that are in the index; of a library, once for each chunk. */
export function countLibrariesOfAds(clickhouse: ClickHouse, hashes: readonly string[]) {
  return readByHash<LibraryCount>(
    clickhouse,
    hashes,
    `SELECT ${libraryOfAd} AS library, count() AS ads
     FROM ads FINAL
     WHERE (advertiser_id, hash) GLOBAL IN (${placesOfHashes})
     GROUP BY library`,
  );
}

export interface CoveredGroup extends CoveredAds {
  /** `YYYY-MM-DD`, of the launch; null if it is outside of the window. */
  readonly day: string | null;
  readonly platforms: readonly string[];
  /** That the latest count was of; null if it is unknown, or if the launch is outside of the window. */
  readonly rankCountry: string | null;
}

/**
 * All ads, by library, and those launched within the last days also by day, platforms and country. Each statement reads a
 * range of advertisers, since one of a whole large index would exceed its limits.
 */
export async function readCoveredGroups(
  clickhouse: ClickHouse,
  today: string,
  windowDays: number,
  adsPerStatement = 1_000_000,
): Promise<CoveredGroup[]> {
  const [total] = await clickhouse.read<{ ads: number }>('SELECT count() AS ads FROM ads', {});
  const unmerged = await readUnmerged(clickhouse);
  const groups = new Map<string, CoveredGroup>();
  for (const range of rangesOfAdvertisers(Math.ceil((total?.ads ?? 0) / adsPerStatement))) {
    const { rows, parameters } = currentRows(range, unmerged);
    const read = await clickhouse.read<CoveredGroup>(
      `SELECT library, day, groupPlatforms AS platforms, groupCountry AS rankCountry, count() AS ads, ${seenRange},
         groupUniqArrayArray(counted.countries) AS countries
       FROM (
         SELECT ${libraryOfAd} AS library,
           if(first_day > {today:Date32} - {windowDays:UInt8} AND first_day <= {today:Date32}, first_day, NULL) AS day,
           if(isNull(day), [], arraySort(platforms)) AS groupPlatforms,
           if(isNull(day), NULL, rank_country) AS groupCountry,
           first_seen_at, last_seen_at, countries
         FROM ${rows}
       ) AS counted
       GROUP BY library, day, groupPlatforms, groupCountry`,
      { ...parameters, today, windowDays },
    );
    for (const group of read) {
      const key = JSON.stringify([group.library, group.day, group.platforms, group.rankCountry]);
      const known = groups.get(key);
      groups.set(key, known === undefined ? group : joinGroups(known, group));
    }
  }
  return [...groups.values()];
}

function joinGroups(one: CoveredGroup, other: CoveredGroup): CoveredGroup {
  return {
    ...one,
    ads: one.ads + other.ads,
    firstSeenAt: one.firstSeenAt < other.firstSeenAt ? one.firstSeenAt : other.firstSeenAt,
    lastSeenAt: one.lastSeenAt > other.lastSeenAt ? one.lastSeenAt : other.lastSeenAt,
    countries: [...new Set([...one.countries, ...other.countries])],
  };
}

/** Ids are digests, so ranges of the same size have about as many advertisers. */
function* rangesOfAdvertisers(ranges: number): Iterable<Matching> {
  const idsOfRange = Math.ceil(2 ** bitsOfAdvertiserId / ranges);
  for (let from = 0; from < ranges; from += 1) {
    yield {
      condition: 'advertiser_id >= {firstId:UInt64} AND advertiser_id < {endId:UInt64}',
      parameters: { firstId: from * idsOfRange, endId: (from + 1) * idsOfRange },
    };
  }
}

export interface CeilingRow {
  readonly library: string;
  readonly at: Date;
  readonly limit: number;
}

export async function readCeilings(db: Postgres): Promise<Coverage['ceilings']> {
  const rows = await db.query<CeilingRow>(
    `SELECT library, reached_at AS at, most AS "limit" FROM library_ceilings ORDER BY library`,
  );
  return rows.map(({ at, ...row }) => Object.assign(row, { at: at.toISOString() }));
}

export async function saveCeiling(db: Postgres, { library, at, limit }: CeilingRow): Promise<void> {
  await db.query(
    `INSERT INTO library_ceilings (library, reached_at, most) VALUES ($1, $2, $3)
     ON CONFLICT (library) DO UPDATE
     SET reached_at = greatest(library_ceilings.reached_at, excluded.reached_at), most = excluded.most`,
    [library, at, limit],
  );
}
