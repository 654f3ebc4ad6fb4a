import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { Matching } from '../conditions.sql.ts';

/**
 * The advertisers of which an ad may have more than one row until the engine merges them. The rows of one part are unique, so
 * these are the advertisers with rows outside of the largest part. Null if they are many, or not known, as in a cluster.
 */
export type UnmergedAdvertisers = readonly number[] | null;

const maxUnmerged = 1000;

export async function readUnmerged(clickhouse: ClickHouse): Promise<UnmergedAdvertisers> {
  const [largest, ...others] = await clickhouse.read<{ name: string }>(
    `SELECT name
     FROM system.parts
     WHERE active AND database = currentDatabase() AND table = 'ads'
     ORDER BY rows DESC, name`,
    {},
  );
  if (largest === undefined) return null;
  if (others.length === 0) return [];
  const rows = await clickhouse.read<{ advertiserId: number }>(
    `SELECT DISTINCT advertiser_id AS advertiserId
     FROM ads
     WHERE _part != {largest:String}
     LIMIT {limit:UInt64}`,
    { largest: largest.name, limit: maxUnmerged + 1 },
  );
  return rows.length > maxUnmerged ? null : rows.map(({ advertiserId }) => advertiserId);
}

/**
 * The current rows of matching ads, to be read after `FROM`. `FINAL` takes several times as long: the engine then reads the
 * text and all other columns of every ad before it filters, instead of looking up words in their index. So it is used for unmerged
 * advertisers only. A row that is written after these were read may appear beside the row that it replaces.
 */
export function currentRows({ condition, parameters }: Matching, unmerged: UnmergedAdvertisers) {
  const merged = `ads WHERE is_deleted = 0 AND ${condition}`;
  if (unmerged === null) return { rows: `ads FINAL WHERE ${condition}`, parameters };
  if (unmerged.length === 0) return { rows: merged, parameters };
  return {
    rows: `(
      SELECT * FROM ${merged} AND advertiser_id NOT IN {unmerged:Array(UInt64)}
      UNION ALL
      SELECT * FROM ads FINAL WHERE advertiser_id IN {unmerged:Array(UInt64)} AND ${condition}
    )`,
    parameters: { ...parameters, unmerged },
  };
}

export type CurrentRows = ReturnType<typeof currentRows>;
