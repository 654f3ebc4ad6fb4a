import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

export interface FilterValues {
  readonly adTypes: readonly string[];
  readonly ctaTypes: readonly string[];
}

const labels = 'SELECT arrayJoin([cta_text, cta_type]) AS label FROM ads';

/** Returns the given values that occur in the index, including in outdated rows: such a value is not a typo. */
export async function valuesInIndex(clickhouse: ClickHouse, { adTypes, ctaTypes }: FilterValues) {
  const rows = await clickhouse.read<FilterValues>(
    `WITH
       (SELECT groupUniqArray(ad_type) FROM ads WHERE ad_type IN {adTypes:Array(String)}) AS storedTypes,
       (SELECT groupUniqArray(lowerUTF8(ifNull(label, ''))) FROM (${labels})
        WHERE lowerUTF8(ifNull(label, '')) IN (SELECT lowerUTF8(arrayJoin({ctaTypes:Array(String)})))) AS storedLabels
     SELECT
       arrayFilter(value -> has(storedTypes, value), {adTypes:Array(String)}) AS adTypes,
       arrayFilter(value -> has(storedLabels, lowerUTF8(value)), {ctaTypes:Array(String)}) AS ctaTypes`,
    { adTypes, ctaTypes },
  );
  return rows[0] ?? { adTypes: [], ctaTypes: [] };
}

export async function frequentCallsToAction(clickhouse: ClickHouse, limit: number) {
  const rows = await clickhouse.read<{ value: string }>(
    `SELECT coalesce(cta_text, cta_type) AS value FROM ads
     WHERE value IS NOT NULL
     GROUP BY value
     ORDER BY count() DESC, value
     LIMIT {limit:UInt32}`,
    { limit },
  );
  return rows.map(({ value }) => value);
}
