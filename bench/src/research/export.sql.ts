import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { literal } from '@magpie/server/db/clickhouse/parameters.sql';

/** A type of PostgreSQL; DuckDB has the same ones. */
type ColumnType = 'bigint' | 'text' | 'date' | 'timestamp' | 'bigint[]' | 'integer[]' | 'real[]' | 'text[]';

interface Table {
  readonly from: string;
  readonly orderBy: string;
  /** Of each column what it holds, over the columns of the service's table, and its type at the peers. */
  readonly columns: Readonly<Record<string, readonly [expression: string, type: ColumnType]>>;
}

/** Of an ad and its cards, each once; templates are left out. */
function textsThatCount(ofAd: string, ofCards: string): string {
  return `arrayDistinct(arrayFilter(each -> each != '' AND position(each, '{' || '{') = 0, arrayConcat(${ofAd}, ${ofCards})))`;
}

/**
 * What peers hold: the rows of the service's tables, with those columns that the questions read. What is costly to
 * compute and does not change with the day is computed, as the best layout would have it.
 */
export const exported: Readonly<Record<string, Table>> = {
  ads: {
    from: 'ads FINAL',
    orderBy: `advertiser_id, first_day, hash`,
    columns: {
      advertiser_id: ['toInt64(advertiser_id)', 'bigint'],
      hash: ['toString(hash)', 'text'],
      first_day: ['first_day', 'date'],
      end_date: ['end_date', 'date'],
      first_seen_at: ['first_seen_at', 'timestamp'],
      last_seen_at: ['last_seen_at', 'timestamp'],
      status: ['status', 'text'],
      format: ['format', 'text'],
      media_type: ['media_type', 'text'],
      platforms: ['platforms', 'text[]'],
      headlines: [textsThatCount('headlines', 'card_headlines'), 'text[]'],
      bodies: [textsThatCount('bodies', 'card_bodies'), 'text[]'],
      thumbnail_url: ['thumbnail_url', 'text'],
      landing_page: ['landing_page', 'text'],
      landing_page_domain: ['landing_page_domain', 'text'],
      reach: ['toInt64(reach)', 'bigint'],
      genders: ['mapKeys(reach_by_gender)', 'text[]'],
      gender_reach: ['mapValues(reach_by_gender)', 'bigint[]'],
      ages: ['mapKeys(reach_by_age)', 'text[]'],
      age_reach: ['mapValues(reach_by_age)', 'bigint[]'],
      countries: ['mapKeys(reach_by_country)', 'text[]'],
      country_reach: ['mapValues(reach_by_country)', 'bigint[]'],
      tag_ids: ['tag_ids', 'integer[]'],
    },
  },
  trending_ads: {
    from: 'trending_ads FINAL',
    orderBy: 'day, hash',
    columns: {
      day: ['day', 'date'],
      advertiser_id: ['toInt64(advertiser_id)', 'bigint'],
      platforms: ['platforms', 'text[]'],
      rank_country: ['rank_country', 'text'],
      engagement: ['toInt64(engagement)', 'bigint'],
      tag_ids: ['tag_ids', 'integer[]'],
    },
  },
  advertisers: {
    from: 'advertisers FINAL',
    orderBy: 'advertiser_id',
    columns: {
      advertiser_id: ['toInt64(advertiser_id)', 'bigint'],
      name: ['name', 'text'],
      name_key: ['name_key', 'text'],
      brand_logo: ['brand_logo', 'text'],
      categories: ['categories', 'text[]'],
    },
  },
  advertiser_totals: {
    from: 'advertiser_totals FINAL',
    orderBy: 'advertiser_id',
    columns: {
      advertiser_id: ['toInt64(advertiser_id)', 'bigint'],
      ads: ['toInt64(ads)', 'bigint'],
      reach: ['toInt64(reach)', 'bigint'],
      platforms: ['platforms', 'text[]'],
    },
  },
  advertiser_vectors: {
    from: 'advertiser_vectors FINAL',
    orderBy: 'advertiser_id',
    columns: {
      advertiser_id: ['toInt64(advertiser_id)', 'bigint'],
      vector: ['vector', 'real[]'],
    },
  },
  tag_definitions: {
    from: 'tag_definitions FINAL',
    orderBy: 'tag_definition_id',
    columns: {
      tag_definition_id: ['toInt64(tag_definition_id)', 'bigint'],
      category: ['category', 'text'],
      short_text: ['short_text', 'text'],
    },
  },
};

/** Writes a table to a file that DuckDB reads. */
export async function exportParquet(clickhouse: ClickHouse, table: string, file: string): Promise<void> {
  await write(
    clickhouse,
    table,
    file,
    'Parquet',
    (expression, type) => `CAST(${expression}, '${held[type]}')`,
  );
}

/** Writes a table to a file that PostgreSQL reads. */
export async function exportCsv(clickhouse: ClickHouse, table: string, file: string): Promise<void> {
  await write(clickhouse, table, file, 'CSV', (expression, type) =>
    type.endsWith('[]') ? arrayText(expression, type) : expression,
  );
}

const held: Readonly<Record<ColumnType, string>> = {
  bigint: 'Nullable(Int64)',
  text: 'Nullable(String)',
  date: 'Nullable(Date32)',
  timestamp: "Nullable(DateTime64(3, ''UTC''))",
  'bigint[]': 'Array(Int64)',
  'integer[]': 'Array(Int32)',
  'real[]': 'Array(Float32)',
  'text[]': 'Array(String)',
};

/** As PostgreSQL writes an array. */
function arrayText(expression: string, type: ColumnType): string {
  const element =
    type === 'text[]'
      ? String.raw`concat('"', replaceAll(replaceAll(each, '\\', '\\\\'), '"', '\\"'), '"')`
      : 'toString(each)';
  return `concat('{', arrayStringConcat(arrayMap(each -> ${element}, ${expression}), ','), '}')`;
}

async function write(
  clickhouse: ClickHouse,
  table: string,
  file: string,
  format: 'CSV' | 'Parquet',
  written: (expression: string, type: ColumnType) => string,
): Promise<void> {
  const { from, orderBy, columns } = exported[table] ?? { from: table, orderBy: 'tuple()', columns: {} };
  const selected = Object.entries(columns).map(
    ([name, [expression, type]]) => `${written(expression, type)} AS written_${name}`,
  );
  const names = Object.keys(columns).map((name) => `written_${name} AS ${name}`);
  await clickhouse.write(
    `INSERT INTO FUNCTION file(${literal(file)}, ${literal(format)})
     SELECT ${names.join(', ')} FROM (SELECT ${selected.join(', ')} FROM ${from} ORDER BY ${orderBy})
     SETTINGS format_csv_null_representation = '', output_format_parquet_string_as_string = 1,
       max_bytes_before_external_sort = 2000000000`,
  );
}
