import type { FilterValues } from '../ads/knownValues.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { ctaLabel } from './savedAdColumns.ts';

export type Filter = 'platforms' | 'formats' | 'adTypes' | 'languages' | 'ctaTypes' | 'companyNames';

export interface ValueCount {
  readonly filter: Filter;
  readonly value: string;
  readonly ads: number;
}

/**
 * The saved ads of these scopes without duplicates: the first scope's copy is used. Materialized, because it is used
 * several times; a single scope has no duplicates, so its indexes can be used.
 */
function distinctSavedAds(scopes: readonly string[]): string {
  const read = `SELECT advertiser_id, platforms, format, ad_type, language, cta_labels[1] AS cta_label, cta
    FROM saved_ads copy WHERE copy.scope = ANY ($1)`;
  if (scopes.length === 1) return `saved AS NOT MATERIALIZED (${read})`;
  return `saved AS MATERIALIZED (${read} AND NOT EXISTS (
    SELECT FROM saved_ads nearer
    WHERE nearer.ad_hash = copy.ad_hash AND nearer.scope = ANY (($1::text[])[:array_position($1, copy.scope) - 1])))`;
}

export async function findSavedValues(
  db: Postgres,
  scopes: readonly string[],
  { adTypes, ctaTypes }: FilterValues,
) {
  const labels = ctaTypes.map(ctaLabel);
  const [row] = await db.query<FilterValues>(
    `SELECT
       ARRAY(SELECT value FROM unnest($2::text[]) AS value
             WHERE EXISTS (SELECT FROM saved_ads WHERE scope = ANY ($1) AND ad_type = value)) AS "adTypes",
       ARRAY(SELECT value FROM unnest($3::text[]) AS value
             WHERE EXISTS (SELECT FROM saved_ads WHERE scope = ANY ($1) AND cta_labels && ARRAY[value])) AS "ctaTypes"`,
    [scopes, adTypes, labels],
  );
  return {
    adTypes: row?.adTypes ?? [],
    ctaTypes: ctaTypes.filter((value) => row?.ctaTypes.includes(ctaLabel(value)) === true),
  };
}

/** Button labels that differ only in case are one value, and so are the names of one advertiser. */
export function countValues(db: Postgres, scopes: readonly string[], mostNames: number) {
  // Names are expensive to read, so they are read only for the returned advertisers.
  return db.query<ValueCount>(
    `WITH ${distinctSavedAds(scopes)}, grouped AS (
       SELECT platforms, format, ad_type, language, cta_label, min(cta COLLATE "C") AS cta, count(*) AS ads
       FROM saved
       GROUP BY GROUPING SETS ((platforms), (format), (ad_type), (language), (cta_label))
     ), advertisers AS (
       SELECT advertiser_id, count(*) AS ads
       FROM saved
       GROUP BY advertiser_id
       ORDER BY ads DESC, advertiser_id LIMIT $2
     ), counted AS (
       SELECT 'platforms' AS filter, value, sum(ads)::bigint AS ads FROM grouped, unnest(platforms) AS value GROUP BY value
       UNION ALL
       SELECT 'formats', format, ads FROM grouped WHERE format IS NOT NULL
       UNION ALL
       SELECT 'adTypes', ad_type, ads FROM grouped WHERE ad_type IS NOT NULL
       UNION ALL
       SELECT 'languages', language, ads FROM grouped WHERE language IS NOT NULL
       UNION ALL
       SELECT 'ctaTypes', cta, ads FROM grouped WHERE cta_label IS NOT NULL
       UNION ALL
       SELECT 'companyNames', named.company_name, ads
       FROM advertisers, LATERAL (
         SELECT company_name FROM saved_ads named
         WHERE named.advertiser_id = advertisers.advertiser_id AND named.scope = ANY ($1) LIMIT 1) named
     )
     SELECT filter, value, ads FROM counted ORDER BY ads DESC, value COLLATE "C"`,
    [scopes, mostNames],
  );
}
