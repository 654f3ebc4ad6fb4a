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
 * Whether a copy is of an ad that an earlier scope contains too. Copies are counted in every scope, but listed once.
 * @param scopes the parameter with the scopes
 */
export function isDuplicate(scopes: string): string {
  return `saved.scope = ANY ((${scopes}::text[])[2:]) AND EXISTS (
    SELECT FROM saved_ads nearer
    WHERE nearer.ad_hash = saved.ad_hash
      AND nearer.scope = ANY ((${scopes}::text[])[:array_position(${scopes}::text[], saved.scope) - 1]))`;
}

export async function findSavedValues(
  db: Postgres,
  scopes: readonly string[],
  { adTypes, ctaTypes }: FilterValues,
) {
  const labels = ctaTypes.map(ctaLabel);
  const [row] = await db.query<FilterValues>(
    `SELECT
       ARRAY(SELECT value FROM unnest($2::text[]) AS given (value)
             WHERE EXISTS (SELECT FROM saved_ad_values counted
               WHERE scope = ANY ($1) AND filter = 'adTypes' AND label = given.value)) AS "adTypes",
       ARRAY(SELECT value FROM unnest($3::text[]) AS value
             WHERE EXISTS (SELECT FROM saved_ads WHERE scope = ANY ($1) AND cta_labels && ARRAY[value])) AS "ctaTypes"`,
    [scopes, adTypes, labels],
  );
  return {
    adTypes: row?.adTypes ?? [],
    ctaTypes: ctaTypes.filter((value) => row?.ctaTypes.includes(ctaLabel(value)) === true),
  };
}

const valuesOfSaved = `saved_values(saved.platforms, saved.format, saved.ad_type, saved.language,
  saved.cta_labels, saved.cta, saved.advertiser_id, saved.company_name)`;

export function countValues(db: Postgres, scopes: readonly string[], mostNames: number) {
  return listCounts(
    db,
    `SELECT filter, label, value, ads FROM saved_ad_values WHERE scope = ANY ($1)
     UNION ALL
     SELECT given.filter, given.label, given.value, -count(*)
     FROM saved_ads saved, LATERAL ${valuesOfSaved} given
     WHERE ${isDuplicate('$1')}
     GROUP BY 1, 2, 3`,
    scopes,
    mostNames,
  );
}

/** A board has at most one copy of an ad. */
export function countValuesOfBoard(db: Postgres, boardId: number, mostNames: number) {
  return listCounts(
    db,
    `SELECT given.filter, given.label, given.value, count(*) AS ads
     FROM board_ads JOIN saved_ads saved ON saved.id = board_ads.saved_ad_id, LATERAL ${valuesOfSaved} given
     WHERE board_ads.board_id = $1
     GROUP BY 1, 2, 3`,
    boardId,
    mostNames,
  );
}

/** Button labels that differ only in case are one value, and so are the names of one advertiser. */
function listCounts(db: Postgres, counted: string, of: readonly string[] | number, mostNames: number) {
  return db.query<ValueCount>(
    `WITH counted AS (
       ${counted}
     ), distinct_values AS (
       SELECT filter, label, value, sum(ads)::bigint AS ads FROM counted GROUP BY 1, 2, 3 HAVING sum(ads) > 0
     ), labelled AS (
       SELECT filter, label, min(value) AS value, sum(ads)::bigint AS ads FROM distinct_values GROUP BY 1, 2
     ), names AS (
       SELECT filter, value, ads FROM labelled WHERE filter = 'companyNames'
       ORDER BY ads DESC, label::bigint LIMIT $2
     )
     SELECT filter, value, ads FROM (
       SELECT filter, value, ads FROM labelled WHERE filter <> 'companyNames' UNION ALL SELECT * FROM names
     ) listed
     ORDER BY ads DESC, value`,
    [of, mostNames],
  );
}
