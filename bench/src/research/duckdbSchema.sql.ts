import path from 'node:path';
import { exported } from './export.sql.ts';

/** The files are in the order in which they are read, and DuckDB keeps it; the ranges of values that it notes are its index. */
export function duckdbTables(exportFolder: string): string[] {
  const text = (file: string): string => `'${path.join(exportFolder, file).replaceAll("'", "''")}'`;
  return [
    ...Object.keys(exported).map(
      (table) => `CREATE TABLE ${table} AS SELECT * FROM read_parquet(${text(`${table}.parquet`)})`,
    ),
    'CREATE UNIQUE INDEX advertisers_by_id ON advertisers (advertiser_id)',
    'CHECKPOINT',
    'ANALYZE',
  ];
}
