import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { adScore } from './adExpressions.sql.ts';

export interface ScoreCount {
  readonly platform: string;
  /** The first day of the age band. */
  readonly minAge: number;
  readonly bucket: number;
  readonly ads: number;
}

/** How many ads of each platform and age band have scores in each bucket. An ad counts on all of its platforms. */
export function countScores(
  clickhouse: ClickHouse,
  today: string,
  ageBands: readonly number[],
  bucketsPerPoint: number,
) {
  return clickhouse.read<ScoreCount>(
    `SELECT platform, minAge, bucket, sum(counted) AS ads
     FROM (
       SELECT platforms,
         roundDown(greatest(0, dateDiff('day', first_day, {today:Date32})), {ageBands:Array(Int64)}) AS minAge,
         toUInt16(floor(${adScore} * {bucketsPerPoint:UInt8} + 0.001)) AS bucket,
         count() AS counted
       FROM ads FINAL
       WHERE notEmpty(platforms)
       GROUP BY platforms, minAge, bucket
     )
     ARRAY JOIN arrayDistinct(platforms) AS platform
     GROUP BY platform, minAge, bucket`,
    { today, ageBands, bucketsPerPoint },
  );
}
