import { literal } from './parameters.sql.ts';

export type Topology = { readonly kind: 'single' } | { readonly kind: 'cluster'; readonly name: string };

export function getTopology(cluster: string | null): Topology {
  return cluster === null ? { kind: 'single' } : { kind: 'cluster', name: cluster };
}

/** A ReplacingMergeTree table for every topology. */
export interface Table {
  readonly name: string;
  /** Each column with its type, and optionally its default or codec. */
  readonly columns: Readonly<Record<string, string>>;
  readonly orderBy: string;
  /** Of rows equal in `orderBy`, the one with the highest value in this column stays. Default: `version`. */
  readonly version?: string;
  /** `FINAL` hides a row in which this column is 1. */
  readonly deleted?: string;
  /** The definition of each skipping index: `body TYPE text(tokenizer = 'unicodeWord')`. */
  readonly indexes?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Integer expression by which a cluster shards rows; equal for rows that replace each other. */
  readonly shardBy: string;
}

/** An insert is acknowledged only after its part and the part's folder are synced to disk. */
const durable = { fsync_after_insert: 1, fsync_part_directory: 1 };

/**
 * The statements that create a table if it does not exist. On a cluster the rows are in `<name>_local`, replicated
 * with the servers' default path and macros, and `<name>` is a Distributed table over all shards.
 */
export function createTable(table: Table): (topology: Topology) => string[] {
  return (topology) => {
    if (topology.kind === 'single') return [storage(table, table.name, '', 'ReplacingMergeTree')];
    const cluster = literal(topology.name);
    const local = `${table.name}_local`;
    return [
      storage(table, local, ` ON CLUSTER ${cluster}`, 'ReplicatedReplacingMergeTree'),
      `CREATE TABLE IF NOT EXISTS ${table.name} ON CLUSTER ${cluster} AS ${local}
ENGINE = Distributed(${cluster}, currentDatabase(), ${literal(local)}, ${table.shardBy})`,
    ];
  };
}

function storage(table: Table, name: string, onCluster: string, engine: string): string {
  const columns = Object.entries(table.columns).map(([column, type]) => `${column} ${type}`);
  const { version = 'version', deleted } = table;
  const indexes = Object.entries(table.indexes ?? {}).map(([index, what]) => `INDEX ${index} ${what}`);
  return [
    `CREATE TABLE IF NOT EXISTS ${name}${onCluster}`,
    `(\n  ${[...columns, ...indexes].join(',\n  ')}\n)`,
    `ENGINE = ${engine}(${deleted === undefined ? version : `${version}, ${deleted}`})`,
    `ORDER BY ${table.orderBy}`,
    `SETTINGS ${settingsText({ ...durable, ...table.settings })}`,
  ].join('\n');
}

export function addColumns(
  name: string,
  columns: Readonly<Record<string, string>>,
): (topology: Topology) => string[] {
  const additions = Object.entries(columns).map(
    ([column, type]) => `ADD COLUMN IF NOT EXISTS ${column} ${type}`,
  );
  return alter(name, additions.join(', '));
}

export function dropColumns(name: string, columns: readonly string[]): (topology: Topology) => string[] {
  return alter(name, columns.map((column) => `DROP COLUMN IF EXISTS ${column}`).join(', '));
}

/** Writes the defaults of columns into older parts in the background, in the table that stores the rows. */
export function materializeColumns(
  name: string,
  columns: readonly string[],
): (topology: Topology) => string[] {
  const changes = columns.map((column) => `MATERIALIZE COLUMN ${column}`).join(', ');
  return (topology) => alter(name, changes)(topology).slice(0, 1);
}

/** Changes settings of the table that stores the rows. */
export function changeSettings(
  name: string,
  settings: Readonly<Record<string, string | number>>,
): (topology: Topology) => string[] {
  return (topology) => alter(name, `MODIFY SETTING ${settingsText(settings)}`)(topology).slice(0, 1);
}

/** Changes stored rows, and waits until all of them are changed. */
export function updateRows(
  name: string,
  values: Readonly<Record<string, string>>,
  condition: string,
): (topology: Topology) => string[] {
  const changes = Object.entries(values).map(([column, value]) => `${column} = ${value}`);
  const update = `UPDATE ${changes.join(', ')} WHERE ${condition} SETTINGS mutations_sync = 2`;
  return (topology) => alter(name, update)(topology).slice(0, 1);
}

/** The statements that add a skipping index, for rows written from then on, to the table that stores the rows. */
export function addIndex(name: string, index: string, what: string): (topology: Topology) => string[] {
  const addition = `ADD INDEX IF NOT EXISTS ${index} ${what}`;
  return (topology) => alter(name, addition)(topology).slice(0, 1);
}

/** The statement that deletes all rows of a table that is no longer used. */
export function truncateTable(name: string): (topology: Topology) => string[] {
  return (topology) =>
    topology.kind === 'single'
      ? [`TRUNCATE TABLE ${name}`]
      : [`TRUNCATE TABLE ${name}_local ON CLUSTER ${literal(topology.name)}`];
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
