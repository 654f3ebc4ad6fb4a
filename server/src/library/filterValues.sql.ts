import type { Postgres } from '../kernel/postgres/postgres.ts';

export type Filter = 'platforms' | 'formats' | 'adTypes' | 'languages' | 'ctaTypes' | 'companyNames';

export interface ValueCount {
  readonly filter: Filter;
  readonly value: string;
  readonly ads: number;
}

/**
 * How many saved ads of these scopes have each value, most frequent first; of an ad that several of them hold, the first
 * one's copy counts. Labels of buttons that differ in case only are one value, and so are names of one advertiser.
 */
export function countValues(db: Postgres, scopes: readonly string[]): Promise<ValueCount[]> {
  return db.query<ValueCount>(
    `WITH saved AS MATERIALIZED (
       SELECT platforms, format, ad_type, language, cta_labels[1] AS cta_label, cta, advertiser_id, company_name
       FROM saved_ads copy
       WHERE scope = ANY ($1) AND NOT EXISTS (
         SELECT FROM saved_ads nearer
         WHERE nearer.ad_hash = copy.ad_hash AND nearer.scope = ANY ($1)
           AND array_position($1, nearer.scope) < array_position($1, copy.scope))
     ), counted AS (
       SELECT 'platforms' AS filter, value, count(*) AS ads FROM saved, unnest(platforms) AS value GROUP BY value
       UNION ALL
       SELECT 'formats', format, count(*) FROM saved GROUP BY format
       UNION ALL
       SELECT 'adTypes', ad_type, count(*) FROM saved WHERE ad_type IS NOT NULL GROUP BY ad_type
       UNION ALL
       SELECT 'languages', language, count(*) FROM saved WHERE language IS NOT NULL GROUP BY language
       UNION ALL
       SELECT 'ctaTypes', min(cta), count(*) FROM saved WHERE cta IS NOT NULL GROUP BY cta_label
       UNION ALL
       SELECT 'companyNames', min(company_name), count(*) FROM saved GROUP BY advertiser_id
     )
     SELECT filter, value, ads FROM counted ORDER BY ads DESC, value COLLATE "C"`,
    [scopes],
  );
}
