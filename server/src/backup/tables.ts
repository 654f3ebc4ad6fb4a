import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { ledgerTable, type IndexMigration } from '../db/clickhouse/migrations.sql.ts';
import { getTopology } from '../db/clickhouse/table.sql.ts';
import { migrationsTable } from '../db/postgres/migrate.sql.ts';
import type { Migration } from '../db/postgres/migrate.ts';
import { listIndexTables } from './clickhouse.sql.ts';
import { listTables, type Queries, type StoredTable } from './postgres.sql.ts';

export interface FoundTables {
  readonly own: readonly StoredTable[];
  readonly others: readonly string[];
}

export async function findTables(db: Queries, migrations: readonly Migration[]): Promise<FoundTables> {
  return partitionTables(await listTables(db), listMigratedTables(migrations));
}

export async function findIndexTables(
  clickhouse: ClickHouse,
  cluster: string | null,
  migrations: readonly IndexMigration[],
): Promise<FoundTables> {
  return partitionTables(await listIndexTables(clickhouse, cluster), listMigratedIndexTables(migrations));
}

function partitionTables(tables: readonly StoredTable[], own: ReadonlySet<string>): FoundTables {
  return {
    own: tables.filter(({ name }) => own.has(name)),
    others: tables.map(({ name }) => name).filter((name) => !own.has(name)),
  };
}

export function listMigratedTables(migrations: readonly Migration[]): Set<string> {
  const statements = migrations.flatMap((migration) => migration.statements);
  return tablesCreatedBy(statements).add(migrationsTable);
}

export function listMigratedIndexTables(
  migrations: readonly IndexMigration[],
  cluster: string | null = null,
): Set<string> {
  return tablesCreatedBy(migrations.flatMap((migration) => migration.statements(getTopology(cluster))));
}

/** Includes the migrations table and, in a cluster, the local tables of each server. */
export function listAllMigratedIndexTables(
  migrations: readonly IndexMigration[],
  cluster: string | null,
): Set<string> {
  return listMigratedIndexTables(migrations, cluster).add(ledgerTable);
}

function tablesCreatedBy(statements: readonly string[]): Set<string> {
  const tables = new Set<string>();
  for (const statement of statements) {
    const [, verb, name = ''] = /^(CREATE|DROP) TABLE (?:IF (?:NOT )?EXISTS )?(\w+)/m.exec(statement) ?? [];
    if (verb === 'CREATE') tables.add(name);
    if (verb === 'DROP') tables.delete(name);
  }
  return tables;
}

export function skippedTables(engine: string, others: readonly string[]): string[] {
  return others.length === 0
    ? []
    : [`${engine}: skipped tables that do not belong to Magpie: ${others.join(', ')}`];
}
