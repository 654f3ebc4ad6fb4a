import { exported } from './export.sql.ts';

export const tableNames = Object.keys(exported);

export const createTables: readonly string[] = [
  'CREATE EXTENSION pg_trgm',
  'CREATE EXTENSION fuzzystrmatch',
  ...Object.entries(exported).map(([table, { columns }]) => {
    const declared = Object.entries(columns).map(([name, [, type]]) => `${name} ${type}`);
    return `CREATE TABLE ${table} (${declared.join(', ')})`;
  }),
];

/** The rows come in the order of the table's first index, so that what is read together lies together. */
export function copyFrom(table: string, file: string): string {
  return `COPY ${table} FROM '${file.replaceAll("'", "''")}' (FORMAT csv)`;
}

/** Indexes that hold all columns of a question are read without the table, once it is vacuumed. */
export const afterLoading: readonly string[] = [
  'CREATE INDEX ON ads (advertiser_id, first_day)',
  'CREATE INDEX ON trending_ads (day)',
  'CREATE INDEX ON trending_ads (rank_country, day) INCLUDE (advertiser_id, engagement, platforms, tag_ids)',
  'CREATE UNIQUE INDEX ON advertisers (advertiser_id)',
  'CREATE INDEX ON advertisers (name_key text_pattern_ops)',
  'CREATE INDEX ON advertisers USING gin (name_key gin_trgm_ops)',
  'CREATE UNIQUE INDEX ON advertiser_totals (advertiser_id)',
  'CREATE INDEX ON advertiser_totals (reach DESC, advertiser_id)',
  'CREATE UNIQUE INDEX ON advertiser_vectors (advertiser_id)',
  ...tableNames.map((table) => `VACUUM (ANALYZE) ${table}`),
];
