import { adScore, daysRunning, isActive, clippedSum } from '../ads/adExpressions.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** Bayesian average: this many ads with the mean score are added to each tag, so that a single ad cannot lead the ranking. */
const priorAds = 5;

export interface TagPerformanceRow {
  readonly tagDefinitionId: number;
  readonly adCount: number;
  readonly activeAds: number;
  readonly totalReach: number;
  readonly avgDaysRunning: number;
  readonly avgScore: number;
  readonly adjustedScore: number;
  readonly sampleAds: string[];
  readonly total: number;
}

export function rankTags(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { averageScore, ...chosen }: { averageScore: number; tagIds: readonly number[]; limit: number },
): Promise<TagPerformanceRow[]> {
  return clickhouse.read<TagPerformanceRow>(
    `SELECT
       tag AS tagDefinitionId,
       count() AS adCount,
       countIf(active) AS activeAds,
       ${clippedSum('people')} AS totalReach,
       avg(days) AS avgDaysRunning,
       round(avg(score), 2) AS avgScore,
       round((sum(score) + ${priorAds} * {averageScore:Float64}) / (count() + ${priorAds}), 2) AS adjustedScore,
       arrayMap(ad -> ad.2, arraySlice(arraySort(groupArray((-score, ad_hash))), 1, 3)) AS sampleAds,
       count() OVER () AS total
     FROM (
       SELECT
         arrayJoin(tag_ids) AS tag, hash AS ad_hash, reach AS people,
         ${isActive} AS active, ${daysRunning} AS days, ${adScore} AS score
       FROM ads FINAL
       WHERE ${condition}
     )
     WHERE tag IN {tagIds:Array(UInt64)}
     GROUP BY tag
     ORDER BY adjustedScore DESC, adCount DESC, tag
     LIMIT {limit:UInt64}`,
    { ...parameters, ...chosen, averageScore },
  );
}

export interface ScoreRow {
  readonly totalAds: number;
  readonly averageScore: number | null;
}

export function averageScoreOf(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
): Promise<ScoreRow[]> {
  return clickhouse.read<ScoreRow>(
    `SELECT count() AS totalAds, round(avgOrNull(${adScore}), 2) AS averageScore FROM ads FINAL WHERE ${condition}`,
    parameters,
  );
}
