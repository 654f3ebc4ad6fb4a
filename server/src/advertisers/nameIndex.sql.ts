import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** An advertiser with the columns of the name index. */
export interface NamedAdvertiser {
  readonly advertiser_id: number;
  readonly name: string;
  readonly ads: number;
  readonly reach: number;
}

/** Advertisers whose totals were updated since, by id, after a given one. */
export function totalsBuiltSince(
  clickhouse: ClickHouse,
  since: Date,
  after: number,
  limit: number,
): Promise<NamedAdvertiser[]> {
  return clickhouse.read<NamedAdvertiser>(
    `SELECT advertiser_id, name, ads, reach
     FROM advertiser_totals FINAL
     WHERE advertiser_id > {after:UInt64} AND built_at >= {since:DateTime64(3)}
     ORDER BY advertiser_id
     LIMIT {limit:UInt32}`,
    { after, since, limit },
  );
}
