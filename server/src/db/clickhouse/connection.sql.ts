import { literal } from './parameters.sql.ts';

export type ClickHouseSettings = Readonly<Record<string, string | number>>;

/** For all connections: times are UTC, whatever the time zone of the machine or the server. */
const common: ClickHouseSettings = {
  session_timezone: 'UTC',
  date_time_output_format: 'iso',
  date_time_input_format: 'best_effort',
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 0,
  // With the embedded engine, parameters are part of the statement, and the default limit is 256 KiB.
  max_query_size: 8 * 1024 * 1024,
};

/**
 * Limits of a reader. `readonly` is last, because no setting can change after it. A server checks all settings of
 * a request before it applies them, so 1 works there too.
 */
export const readerSettings: ClickHouseSettings = {
  ...common,
  max_execution_time: 10,
  max_memory_usage: 256 * 1024 * 1024,
  max_bytes_before_external_group_by: 96 * 1024 * 1024,
  allow_introspection_functions: 0,
  readonly: 1,
};

/** Makes a resolved write durable, and a wrong row an error. */
export const writerSettings: ClickHouseSettings = {
  ...common,
  async_insert: 0,
  distributed_foreground_insert: 1,
  mutations_sync: 1,
  input_format_skip_unknown_fields: 0,
  input_format_null_as_default: 0,
};

/** `final` leaves out replaced rows. One thread leaves the other cores to requests. */
export const copierSettings: ClickHouseSettings = {
  ...writerSettings,
  final: 1,
  max_threads: 1,
  max_insert_threads: 1,
};

export function inFormat(statement: string, format: string): string {
  return `${statement} FORMAT ${format}`;
}

export function insertNative(table: string, columns: readonly string[], from = ''): string {
  return `INSERT INTO ${identifier(table)} (${columns.map(identifier).join(', ')})${from} FORMAT Native`;
}

/** The embedded engine reads the file itself. */
export function insertNativeFile(table: string, columns: readonly string[], file: string): string {
  return insertNative(table, columns, ` FROM INFILE ${literal(file)} COMPRESSION 'gzip'`);
}

export function insertRows(table: string, rows: readonly object[]): string {
  return `INSERT INTO ${identifier(table)} FORMAT JSONEachRow\n${rows.map((row) => JSON.stringify(row)).join('\n')}`;
}

/** Adds a marker row before the rows of a statement, which proves that the response belongs to it. */
export function withMarkerRow(mark: string, statement: string): string {
  return `SELECT ${literal(mark)} AS mark;\n${statement}`;
}

export function markerLine(mark: string): string {
  return `${JSON.stringify({ mark })}\n`;
}

export function setAll(settings: ClickHouseSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `SET ${name} = ${typeof value === 'number' ? value : literal(value)}`)
    .join('; ');
}

export const aliveQuery = 'SELECT 1 AS alive';
export const versionQuery = 'SELECT version() AS version';

/** Not the database `default`, which also shows the files of the working directory as tables. */
export function createDatabase(name: string, cluster: string | null): string {
  const onCluster = cluster === null ? '' : ` ON CLUSTER ${literal(cluster)}`;
  return `CREATE DATABASE IF NOT EXISTS ${identifier(name)}${onCluster}`;
}

export function useDatabase(name: string): string {
  return `USE ${identifier(name)}`;
}

export function identifier(name: string): string {
  return `\`${name.replace(/[`\\]/g, '\\$&')}\``;
}
