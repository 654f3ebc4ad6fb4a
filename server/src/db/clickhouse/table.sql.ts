import { literal } from './parameters.sql.ts';

/** One server or the embedded engine, or a cluster by its name. */
export type Topology = { readonly kind: 'single' } | { readonly kind: 'cluster'; readonly name: string };

/** A table declared once, for every topology. */
export type Table = {
  readonly name: string;
  /** Each column with its type, and its default or codec if it has one. */
  readonly columns: Readonly<Record<string, string>>;
  readonly orderBy: string;
  readonly partitionBy?: string;
  /** Each skipping index with what follows its name: `body TYPE text(tokenizer = 'unicodeWord')`. */
  readonly indexes?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Expression of whole numbers by which a cluster spreads rows; rows that replace each other must agree on it. */
  readonly shardBy: string;
} & (
  | { readonly engine: 'MergeTree' }
  /** Of rows equal in `orderBy` the one with the highest `version` stays; `FINAL` hides it where `deleted` is 1. */
  | { readonly engine: 'ReplacingMergeTree'; readonly version: string; readonly deleted?: string }
);

/** An insert is acknowledged only when its part and the folder that names it have reached the disk. */
const durable = { fsync_after_insert: 1, fsync_part_directory: 1 };

/**
 * The statements that create a table if it is not there: one on a single server. On a cluster the rows live
 * in `<name>_local`, replicated under the servers' default path and macros, and `<name>` spreads over all.
 */
export function createTable(table: Table): (topology: Topology) => string[] {
  return (topology) => {
    if (topology.kind === 'single') return [storage(table, table.name, '', table.engine)];
    const cluster = literal(topology.name);
    const local = `${table.name}_local`;
    return [
      storage(table, local, ` ON CLUSTER ${cluster}`, `Replicated${table.engine}`),
      `CREATE TABLE IF NOT EXISTS ${table.name} ON CLUSTER ${cluster} AS ${local}
ENGINE = Distributed(${cluster}, currentDatabase(), ${literal(local)}, ${table.shardBy})`,
    ];
  };
}

function storage(table: Table, name: string, onCluster: string, engine: string): string {
  const columns = Object.entries(table.columns).map(([column, type]) => `${column} ${type}`);
  const indexes = Object.entries(table.indexes ?? {}).map(([index, what]) => `INDEX ${index} ${what}`);
  return [
    `CREATE TABLE IF NOT EXISTS ${name}${onCluster}`,
    `(\n  ${[...columns, ...indexes].join(',\n  ')}\n)`,
    `ENGINE = ${engine}(${replacedBy(table)})`,
    ...(table.partitionBy === undefined ? [] : [`PARTITION BY ${table.partitionBy}`]),
    `ORDER BY ${table.orderBy}`,
    `SETTINGS ${settingsText({ ...durable, ...table.settings })}`,
  ].join('\n');
}

function replacedBy(table: Table): string {
  if (table.engine === 'MergeTree') return '';
  return table.deleted === undefined ? table.version : `${table.version}, ${table.deleted}`;
}

/** The statements that add columns to a table of `createTable`. */
export function addColumns(
  name: string,
  columns: Readonly<Record<string, string>>,
): (topology: Topology) => string[] {
  const additions = Object.entries(columns).map(
    ([column, type]) => `ADD COLUMN IF NOT EXISTS ${column} ${type}`,
  );
  return alter(name, additions.join(', '));
}

/** The statements that take columns away; one that another is made of comes behind it. */
export function dropColumns(name: string, columns: readonly string[]): (topology: Topology) => string[] {
  return alter(name, columns.map((column) => `DROP COLUMN IF EXISTS ${column}`).join(', '));
}

/** The statements that add a skipping index, which rows written from then on have; it is with the rows. */
export function addIndex(name: string, index: string, what: string): (topology: Topology) => string[] {
  const addition = `ADD INDEX IF NOT EXISTS ${index} ${what}`;
  return (topology) => alter(name, addition)(topology).slice(0, 1);
}

function alter(name: string, change: string): (topology: Topology) => string[] {
  return (topology) => {
    if (topology.kind === 'single') return [`ALTER TABLE ${name} ${change}`];
    const onCluster = `ON CLUSTER ${literal(topology.name)}`;
    return [`${name}_local`, name].map((table) => `ALTER TABLE ${table} ${onCluster} ${change}`);
  };
}

function settingsText(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${typeof value === 'number' ? value : literal(value)}`)
    .join(', ');
}
