import path from 'node:path';
import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { literal } from '@magpie/server/db/clickhouse/parameters.sql';

/** A type of PostgreSQL; DuckDB has the same ones. */
type ColumnType = 'bigint' | 'text' | 'date' | 'timestamp' | 'bigint[]' | 'integer[]' | 'real[]' | 'text[]';

interface Table {
  /** The service's table, if it has another name. */
  readonly from?: string;
  readonly orderBy: string;
  /** Names by type. */
  readonly columns: Readonly<Partial<Record<ColumnType, string>>>;
  /** The contents of columns that are no columns of the service's table. */
  readonly expressions?: Readonly<Record<string, string>>;
}

/** Of an ad and its cards, each once; templates are left out. */
function distinctTexts(ofAd: string, ofCards: string): string {
  return `arrayDistinct(arrayFilter(each -> each != '' AND position(each, '{' || '{') = 0, arrayConcat(${ofAd}, ${ofCards})))`;
}

/**
 * What peers hold: the rows of the service's tables, with those columns that the questions read. What is costly to
 * compute and does not change with the day is computed, as the best layout would have it.
 */
const tables: Readonly<Record<string, Table>> = {
  ads: {
    orderBy: `advertiser_id, first_day, hash`,
    columns: {
      bigint: 'advertiser_id reach',
      text: 'hash status format media_type thumbnail_url landing_page landing_page_domain',
      date: 'first_day end_date confirmed_day fresh_until',
      timestamp: 'first_seen_at last_seen_at',
      'bigint[]': 'gender_reach age_reach country_reach',
      'integer[]': 'tag_ids',
      'text[]': 'platforms headlines bodies genders ages countries',
    },
    expressions: {
      hash: 'toString(hash)',
      fresh_until: 'addDays(confirmed_day, freshness_days)',
      headlines: distinctTexts('headlines', 'card_headlines'),
      bodies: distinctTexts('bodies', 'card_bodies'),
      genders: 'mapKeys(reach_by_gender)',
      gender_reach: 'mapValues(reach_by_gender)',
      ages: 'mapKeys(reach_by_age)',
      age_reach: 'mapValues(reach_by_age)',
      countries: 'mapKeys(reach_by_country)',
      country_reach: 'mapValues(reach_by_country)',
    },
  },
  search_ads: {
    from: 'ads',
    orderBy: `advertiser_id, first_day, hash`,
    columns: {
      bigint: 'reach',
      text: 'hash format media_type language search_text',
      'text[]': 'platforms countries',
    },
    expressions: {
      hash: 'toString(hash)',
      platforms: 'arrayDistinct(platforms)',
      countries: 'arrayDistinct(countries)',
    },
  },
  trending_ads: {
    orderBy: 'day, hash',
    columns: {
      bigint: 'advertiser_id engagement',
      text: 'rank_country',
      date: 'day',
      'integer[]': 'tag_ids',
      'text[]': 'platforms',
    },
  },
  advertisers: {
    orderBy: 'advertiser_id',
    columns: { bigint: 'advertiser_id', text: 'name name_key brand_logo', 'text[]': 'categories' },
  },
  advertiser_totals: {
    orderBy: 'advertiser_id',
    columns: { bigint: 'advertiser_id ads reach', 'text[]': 'platforms' },
  },
  advertiser_embeddings: {
    orderBy: 'advertiser_id',
    columns: { bigint: 'advertiser_id', 'real[]': 'vector' },
  },
  tag_definitions: {
    orderBy: 'tag_definition_id',
    columns: { bigint: 'tag_definition_id', text: 'category short_text' },
  },
};

export const tableNames = Object.keys(tables);

function listColumns({ columns }: Pick<Table, 'columns'>) {
  const types = Object.entries(columns) as [ColumnType, string][];
  return types.flatMap(([type, names]) => names.split(' ').map((name) => ({ name, type })));
}

/** DuckDB reads Parquet, PostgreSQL CSV. */
type Format = 'CSV' | 'Parquet';

export function exportFile(folder: string, table: string, format: Format): string {
  return path.join(folder, `${table}.${format.toLowerCase()}`);
}

const parquetTypes: Readonly<Record<ColumnType, string>> = {
  bigint: 'Nullable(Int64)',
  text: 'Nullable(String)',
  date: 'Nullable(Date32)',
  timestamp: "Nullable(DateTime64(3, ''UTC''))",
  'bigint[]': 'Array(Int64)',
  'integer[]': 'Array(Int32)',
  'real[]': 'Array(Float32)',
  'text[]': 'Array(String)',
};

export async function exportTable(
  clickhouse: ClickHouse,
  table: string,
  file: string,
  format: Format,
): Promise<void> {
  const layout: Table = tables[table] ?? { orderBy: 'tuple()', columns: {} };
  const { from = table, orderBy, columns, expressions = {} } = layout;
  const all = listColumns({ columns });
  const selected = all.map(({ name, type }) => {
    const expression = expressions[name] ?? (type === 'bigint' ? `toInt64(${name})` : name);
    const value =
      format === 'CSV' ? csvValue(expression, type) : `CAST(${expression}, '${parquetTypes[type]}')`;
    return `${value} AS written_${name}`;
  });
  const names = all.map(({ name }) => `written_${name} AS ${name}`);
  await clickhouse.write(
    `INSERT INTO FUNCTION file(${literal(file)}, ${literal(format)})
     SELECT ${names.join(', ')} FROM (SELECT ${selected.join(', ')} FROM ${from} FINAL ORDER BY ${orderBy})
     SETTINGS format_csv_null_representation = '', output_format_parquet_string_as_string = 1,
       max_bytes_before_external_sort = 2000000000`,
  );
}

/** An array as PostgreSQL reads it. */
function csvValue(expression: string, type: ColumnType): string {
  if (!type.endsWith('[]')) return expression;
  const element =
    type === 'text[]'
      ? String.raw`concat('"', replaceAll(replaceAll(each, '\\', '\\\\'), '"', '\\"'), '"')`
      : 'toString(each)';
  return `concat('{', arrayStringConcat(arrayMap(each -> ${element}, ${expression}), ','), '}')`;
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The files are in the order in which they are read, and DuckDB keeps it; its ranges of values are its index. */
export function loadDuckDB(folder: string): string[] {
  return [
    ...tableNames.map((table) => {
      const file = quote(exportFile(folder, table, 'Parquet'));
      return `CREATE TABLE ${table} AS SELECT * FROM read_parquet(${file})`;
    }),
    'ALTER TABLE search_ads ADD COLUMN words text[]',
    `UPDATE search_ads SET words = string_split(search_text, ' ')`,
    'CREATE UNIQUE INDEX advertisers_by_id ON advertisers (advertiser_id)',
    'CHECKPOINT',
    'ANALYZE',
  ];
}

/** The rows are in the order of the first index. Indexes with all columns of a query are read without the table, once it is vacuumed. */
export function loadPostgres(folder: string): string[] {
  return [
    'CREATE EXTENSION pg_trgm',
    'CREATE EXTENSION fuzzystrmatch',
    ...Object.entries(tables).flatMap(([table, layout]) => {
      const declared = listColumns(layout).map(({ name, type }) => `${name} ${type}`);
      return [
        `CREATE TABLE ${table} (${declared.join(', ')})`,
        `COPY ${table} FROM ${quote(exportFile(folder, table, 'CSV'))} (FORMAT csv)`,
      ];
    }),
    `ALTER TABLE search_ads ADD COLUMN words tsvector
       GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(search_text, ' '), ''))) STORED`,
    'CREATE INDEX ON search_ads USING gin (words)',
    'CREATE INDEX ON ads (advertiser_id, first_day)',
    'CREATE INDEX ON trending_ads (day)',
    'CREATE INDEX ON trending_ads (rank_country, day) INCLUDE (advertiser_id, engagement, platforms, tag_ids)',
    'CREATE UNIQUE INDEX ON advertisers (advertiser_id)',
    'CREATE INDEX ON advertisers (name_key text_pattern_ops)',
    'CREATE INDEX ON advertisers USING gin (name_key gin_trgm_ops)',
    'CREATE UNIQUE INDEX ON advertiser_totals (advertiser_id)',
    'CREATE INDEX ON advertiser_totals (reach DESC, advertiser_id)',
    'CREATE UNIQUE INDEX ON advertiser_embeddings (advertiser_id)',
    ...tableNames.map((table) => `VACUUM (ANALYZE) ${table}`),
  ];
}
