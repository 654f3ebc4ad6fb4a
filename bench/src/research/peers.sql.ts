import { scoreWeights } from '@magpie/contract';

/**
 * The queries in the SQL of PostgreSQL and DuckDB, which differ little. Each runs as the service runs it:
 * the whole of a page with the count of all entries, and what is computed of an ad computed with the day.
 */

/** What the two write differently. */
export interface Dialect {
  /** Half away from zero, as far as binary fractions have a half. */
  readonly round: (expression: string, decimals: number) => string;
  readonly milliseconds: (timestamp: string) => string;
  readonly dotProduct: (one: string, other: string) => string;
  /** Ads with all words of `$1`. */
  readonly hasWords: string;
  /** Of names like `$1`: what an index finds them by, and the mistakes in their first word. */
  readonly alike: { readonly condition: string; readonly mistakes: string };
}

export const postgres: Dialect = {
  round: (expression, decimals) => `round((${expression})::numeric, ${decimals})::float8`,
  milliseconds: (timestamp) => `(extract(epoch FROM ${timestamp}) * 1000)::bigint`,
  dotProduct: (one, other) =>
    `(SELECT sum(one::float8 * other::float8) FROM unnest(${one}, ${other}) AS pairs (one, other))`,
  hasWords: `words @@ plainto_tsquery('simple', $1::text)`,
  alike: {
    condition: '$1::text <% name_key',
    mistakes: `levenshtein(split_part(name_key, ' ', 1), $1::text)`,
  },
};

export const duckdb: Dialect = {
  round: (expression, decimals) => `round(${expression}, ${decimals})`,
  milliseconds: (timestamp) => `epoch_ms(${timestamp})`,
  dotProduct: (one, other) => `list_dot_product(${one}::double[], ${other}::double[])`,
  hasWords: `list_has_all(words, string_split($1::text, ' '))`,
  alike: { condition: 'true', mistakes: `damerau_levenshtein(split_part(name_key, ' ', 1), $1::text)` },
};

/** Of an advertiser `$1` on the day `$2`. */
const hasEnded = `(coalesce(status, '') = 'inactive' OR coalesce(end_date < $2::date, false))`;
const isActive = `(first_day <= $2::date AND NOT ${hasEnded} AND fresh_until >= $2::date)`;
const lastDay = `(CASE
  WHEN ${isActive} THEN $2::date
  WHEN end_date < $2::date THEN end_date
  ELSE least($2::date, confirmed_day)
END)`;
const daysRunning = `greatest(1, ${lastDay} - first_day)`;
const totalReach = 'coalesce(sum(reach), 0)::bigint';

export function overview(): string {
  const parts = (name: string, parted: string, reached: string): string =>
    `(SELECT string_agg(part || '=' || people, ',' ORDER BY people DESC, part)
      FROM (
        SELECT part, sum(reach)::bigint AS people
        FROM (SELECT unnest(${parted}) AS part, unnest(${reached}) AS reach FROM own) AS pairs
        GROUP BY part
      ) AS summed) AS ${name}`;
  return `WITH own AS MATERIALIZED (
       SELECT reach, media_type, ${isActive} AS is_active, ${daysRunning} AS days,
         genders, gender_reach, countries, country_reach, ages, age_reach
       FROM ads WHERE advertiser_id = $1::bigint
     )
     SELECT count(*) AS total_ads, ${totalReach} AS total_reach,
       count(*) FILTER (WHERE media_type = 'image') AS image_ads,
       count(*) FILTER (WHERE media_type = 'video') AS video_ads,
       count(*) FILTER (WHERE is_active) AS active_ads,
       coalesce(avg(days), 0)::float8 AS days,
       ${parts('by_gender', 'genders', 'gender_reach')},
       ${parts('by_country', 'countries', 'country_reach')},
       ${parts('by_age', 'ages', 'age_reach')}
     FROM own`;
}

export const header = ({ milliseconds }: Dialect): string =>
  `WITH own AS MATERIALIZED (
       SELECT reach, ${isActive} AS is_active, platforms, first_seen_at, last_seen_at
       FROM ads WHERE advertiser_id = $1::bigint
     )
     SELECT (SELECT name FROM advertisers WHERE advertiser_id = $1::bigint) AS name,
       count(*) AS total_ads, ${totalReach} AS total_reach, count(*) FILTER (WHERE is_active) AS active_ads,
       (SELECT string_agg(DISTINCT platform, ',' ORDER BY platform)
        FROM (SELECT unnest(platforms) AS platform FROM own) AS used) AS platforms,
       ${milliseconds('min(first_seen_at)')} AS first_seen, ${milliseconds('max(last_seen_at)')} AS last_seen
     FROM own`;

/** In texts, so that the least is the ad that stands for others: most reach first, unknown last, ties by hash. */
const place = `lpad((9007199254740991 - coalesce(reach, -1))::text, 16, '0') || hash || coalesce(thumbnail_url, '')`;

/** PostgreSQL refuses powers of e too small for its numbers instead of taking them for 0. */
export function texts({ round, milliseconds }: Dialect, column: 'bodies' | 'headlines'): string {
  const score = round(
    `100 * (${scoreWeights.longevity} * (1 - exp(greatest(-700, -days / 30.0::float8)))
       + ${scoreWeights.variants} * (1 - exp(greatest(-700, -(ads - 1) / 5.0::float8)))
       + ${scoreWeights.reach} * least(1, log((1 + reached)::float8) / 7))`,
    2,
  );
  return `SELECT text, ads, reached, days, ${score} AS score, first_seen, last_seen,
       substr(best, 17, 32) AS sample, substr(best, 49) AS picture, entries
     FROM (
       SELECT text, count(*) AS ads, ${totalReach} AS reached, max(days) AS days,
         ${milliseconds('min(first_seen_at)')} AS first_seen, ${milliseconds('max(last_seen_at)')} AS last_seen,
         min(${place}) AS best, count(*) OVER () AS entries
       FROM (
         SELECT unnest(${column}) AS text, reach, ${daysRunning} AS days, first_seen_at, last_seen_at, hash,
           thumbnail_url
         FROM ads WHERE advertiser_id = $1::bigint
       ) AS used
       GROUP BY text
     ) AS grouped
     ORDER BY score DESC, text
     LIMIT 20`;
}

export const landingPages = ({ milliseconds }: Dialect): string =>
  `SELECT 'https://' || landing_page AS url, min(landing_page_domain) AS domain, count(*) AS ads,
       count(*) FILTER (WHERE ${isActive}) AS active_ads, ${totalReach} AS reached,
       CASE WHEN sum(sum(reach)) OVER () > 0
         THEN 100 * coalesce(sum(reach), 0)::float8 / (sum(sum(reach)) OVER ())::float8
         ELSE 100 * count(*)::float8 / (sum(count(*)) OVER ())::float8 END AS distribution,
       ${milliseconds('min(first_seen_at)')} AS first_seen, ${milliseconds('max(last_seen_at)')} AS last_seen,
       count(*) OVER () AS entries
     FROM ads
     WHERE advertiser_id = $1::bigint AND landing_page IS NOT NULL
     GROUP BY landing_page
     ORDER BY ads DESC, url
     LIMIT 20`;

const days = 90;
const from = `($2::date - ${days - 1})`;

/** What ran on a day is what began up to it less what had stopped. */
export function timeline(): string[] {
  return [
    `WITH own AS MATERIALIZED (
       SELECT first_day AS launch, greatest(first_day, ${lastDay}) AS last
       FROM ads WHERE advertiser_id = $1::bigint
     ), moves AS (
       SELECT day, sum(launched) AS launched, sum(change) AS change
       FROM (
         SELECT greatest(launch, ${from}) AS day, CASE WHEN launch >= ${from} THEN 1 ELSE 0 END AS launched, 1 AS change
         FROM own WHERE last >= ${from}
         UNION ALL
         SELECT last + 1, 0, -1 FROM own WHERE last >= ${from}
       ) AS moved
       GROUP BY day
     )
     SELECT dates.day::text AS day, coalesce(launched, 0)::bigint AS launched,
       coalesce(sum(change) OVER (ORDER BY dates.day), 0)::bigint AS active
     FROM (SELECT ${from} + number::integer AS day FROM generate_series(0, ${days - 1}) AS numbers (number)) AS dates
     LEFT JOIN moves ON moves.day = dates.day
     ORDER BY dates.day`,
    `SELECT hash, first_day::text AS day, format, thumbnail_url, headlines[1] AS headline, ${isActive} AS is_active,
       ${daysRunning} AS days, platforms, count(*) OVER () AS entries
     FROM ads
     WHERE advertiser_id = $1::bigint AND first_day BETWEEN ${from} AND $2::date
     ORDER BY first_day DESC, hash
     LIMIT 20`,
  ];
}

/** The ads of the advertisers found are counted as the service counts them. */
export const similar = ({ round, dotProduct }: Dialect): string =>
  `WITH subject AS MATERIALIZED (SELECT vector FROM advertiser_embeddings WHERE advertiser_id = $1::bigint),
     nearest AS MATERIALIZED (
       SELECT advertiser_id, name, ${round(dotProduct('advertiser_embeddings.vector', 'subject.vector'), 4)} AS similarity
       FROM subject CROSS JOIN advertiser_embeddings INNER JOIN advertisers USING (advertiser_id)
       WHERE advertiser_id <> $1::bigint
       ORDER BY similarity DESC, name
       LIMIT 10
     )
     SELECT advertiser_id, similarity, count(*) AS ads, ${totalReach} AS reached
     FROM nearest INNER JOIN ads USING (advertiser_id)
     GROUP BY advertiser_id, name, similarity
     ORDER BY similarity DESC, name`;

/** `$1` advertisers. */
export const topAdvertisersByReach = (): string =>
  `SELECT advertiser_id, name, ads, reach, array_to_string(platforms, ',') AS platforms
     FROM (SELECT * FROM advertiser_totals ORDER BY reach DESC, advertiser_id LIMIT $1::integer) AS top
     INNER JOIN advertisers USING (advertiser_id)
     ORDER BY reach DESC, advertiser_id`;

/** Names that begin with `$1`. */
export const namesThatBegin = (): string =>
  `SELECT advertiser_id, name, ads, reach
     FROM advertisers INNER JOIN advertiser_totals USING (advertiser_id)
     WHERE name_key LIKE $1::text || '%' AND ads > 0
     ORDER BY (name_key = $1::text) DESC, ads DESC, name
     LIMIT 20`;

export const namesLike = ({ alike }: Dialect): string =>
  `SELECT advertiser_id, name, ads, reach, ${alike.mistakes} AS mistakes
     FROM advertisers INNER JOIN advertiser_totals USING (advertiser_id)
     WHERE ${alike.condition} AND ads > 0
     ORDER BY mistakes, ads DESC, name
     LIMIT 20`;

/** For the days up to `$1`, optionally in the country `$2`. */
const window = (country: boolean): string =>
  `day > $1::date - 90 AND day <= $1::date${country ? ' AND rank_country = $2::text' : ''}`;

export const topTags = (country: boolean): string =>
  `SELECT tag, category, short_text, engagement, ads
     FROM (
       SELECT tag, coalesce(sum(engagement), 0)::bigint AS engagement, count(*) AS ads
       FROM (SELECT unnest(tag_ids) AS tag, engagement FROM trending_ads WHERE ${window(country)}) AS used
       GROUP BY tag
     ) AS summed
     INNER JOIN tag_definitions ON tag_definition_id = tag
     ORDER BY engagement DESC, tag
     LIMIT 20`;

export const topAdvertisers = (country: boolean): string =>
  `WITH matching AS (SELECT advertiser_id, engagement, platforms FROM trending_ads WHERE ${window(country)}),
     top AS (
       SELECT advertiser_id, coalesce(sum(engagement), 0)::bigint AS engagement, count(*) AS ads
       FROM matching
       GROUP BY advertiser_id
       ORDER BY engagement DESC, advertiser_id
       LIMIT 50
     )
     SELECT advertiser_id, name, top.engagement, top.ads, used.platforms
     FROM top INNER JOIN advertisers USING (advertiser_id)
     INNER JOIN (
       SELECT advertiser_id, string_agg(DISTINCT platform, ',' ORDER BY platform) AS platforms
       FROM (
         SELECT advertiser_id, unnest(platforms) AS platform FROM matching
         WHERE advertiser_id IN (SELECT advertiser_id FROM top)
       ) AS each_platform
       GROUP BY advertiser_id
     ) AS used USING (advertiser_id)
     ORDER BY top.engagement DESC, advertiser_id`;

const searchConditions = {
  isPhrase: `position(' ' || $1::text || ' ' IN ' ' || search_text || ' ') > 0`,
  isFiltered: `format = 'video' AND language = 'en' AND 'facebook' = ANY (platforms)`,
};

type SearchCondition = keyof typeof searchConditions;

function searchCondition({ hasWords }: Dialect, conditions: readonly SearchCondition[]): string {
  return [hasWords, ...conditions.map((name) => searchConditions[name])].join(' AND ');
}

export function searchPage(dialect: Dialect, conditions: readonly SearchCondition[]): string {
  return `SELECT hash FROM search_ads WHERE ${searchCondition(dialect, conditions)}
    ORDER BY reach DESC NULLS LAST, hash LIMIT 20`;
}

const facetColumns = {
  formats: 'format',
  mediaTypes: 'media_type',
  languages: 'language',
  platforms: 'unnest(platforms)',
  countries: 'unnest(countries)',
};

export function searchFacets(
  dialect: Dialect,
  facet: keyof typeof facetColumns,
  conditions: readonly SearchCondition[],
): string {
  return `SELECT '${facet}' AS facet, value, count(*) AS ads
    FROM (SELECT ${facetColumns[facet]} AS value FROM search_ads WHERE ${searchCondition(dialect, conditions)}) AS found
    WHERE value IS NOT NULL GROUP BY value ORDER BY ads DESC, value LIMIT 200`;
}
