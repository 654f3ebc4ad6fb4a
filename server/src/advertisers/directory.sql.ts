import type { Ad } from '@magpie/contract';
import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import { closeness, misspeltCloseness, type Closeness } from './closeness.sql.ts';
import type { Sought } from './sought.ts';

/** An advertiser with what its ads come to. */
export interface CountedAdvertiser {
  readonly advertiser_id: number;
  readonly name: string;
  readonly brand_logo: string | null;
  readonly ads: number;
  readonly reach: number;
  readonly platforms: Ad['platforms'];
}

export interface FoundAdvertiser extends CountedAdvertiser {
  readonly closeness: number;
}

/** The advertisers whose names fit best, with mistakes too. */
export function advertisersLike(
  clickhouse: ClickHouse,
  sought: Sought,
  limit: number,
): Promise<FoundAdvertiser[]> {
  const close = misspeltCloseness(sought);
  return clickhouse.read<FoundAdvertiser>(
    `${found(close)}
     ORDER BY closeness, ads DESC, name
     LIMIT {limit:UInt32}`,
    { ...close.parameters, limit },
  );
}

/**
 * Advertisers with what they come to. Nothing is read FINAL, which would merge both tables first: a name never changes,
 * and of the rest the newest row of the few that are found counts.
 */
export function found({ mayFit, expression }: Closeness): string {
  return `SELECT advertiser_id, any(names.name) AS name, argMax(names.brand_logo, names.version) AS brand_logo,
       argMax(totals.ads, totals.built_at) AS ads, argMax(totals.reach, totals.built_at) AS reach,
       argMax(totals.platforms, totals.built_at) AS platforms, any(names.closeness) AS closeness
     FROM advertiser_totals AS totals
     GLOBAL RIGHT JOIN (
       SELECT advertiser_id, name, brand_logo, version, ${expression} AS closeness
       FROM advertisers
       PREWHERE ${mayFit}
       WHERE closeness < ${closeness.notFound}
     ) AS names USING (advertiser_id)
     GROUP BY advertiser_id`;
}

/** Names that share letters with what was typed or stand at its beginning, the most alike first. */
export async function namesAlike(clickhouse: ClickHouse, letters: string, limit: number): Promise<string[]> {
  const rows = await clickhouse.read<{ name: string }>(
    `SELECT DISTINCT name, ngramDistanceUTF8(name_letters, {letters:String}) AS distance
     FROM advertisers
     WHERE distance < 0.75 OR (lengthUTF8(name_letters) >= 3 AND startsWith({letters:String}, name_letters))
     ORDER BY distance, name
     LIMIT {limit:UInt32}`,
    { letters, limit },
  );
  return rows.map((row) => row.name);
}
