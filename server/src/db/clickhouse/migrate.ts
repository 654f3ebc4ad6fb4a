import { createHash } from 'node:crypto';
import type { Logger } from '../../config/log.ts';
import { ClickHouseUnavailable, type ClickHouse } from './clickhouse.ts';
import {
  createLedger,
  ledgerExists,
  clickhouseMigrationsTable,
  migrations as allMigrations,
  readLedger,
  type LedgerEntry,
  type IndexMigration,
} from './migrations.sql.ts';
import { getTopology, type Topology } from './table.sql.ts';

export interface MigrationOptions {
  cluster: string | null;
  log: Logger;
  migrations?: readonly IndexMigration[];
}

/** Every statement can be repeated: after a kill, or by several nodes of a cluster at once. */
export async function migrateClickHouse(clickhouse: ClickHouse, options: MigrationOptions): Promise<void> {
  const { cluster, log, migrations = allMigrations } = options;
  const topology = getTopology(cluster);
  const applied = await appliedMigrations(clickhouse);
  checkLedger(applied, migrations, topology);
  const done = new Set(applied.map((entry) => entry.version));
  const pending = migrations.filter((migration) => !done.has(migration.version));
  if (pending.length > 0) await clickhouse.write(createLedger(topology));
  for (const migration of pending) {
    for (const statement of migration.statements(topology)) await clickhouse.write(statement);
    await clickhouse.insert(clickhouseMigrationsTable, [
      { ...toLedgerEntry(migration, topology), applied_at: new Date() },
    ]);
  }
  if (pending.length > 0)
    log.info({ migrations: pending.map(({ name }) => name) }, 'ClickHouse schema migrated');
}

export async function appliedMigrations(clickhouse: ClickHouse): Promise<LedgerEntry[]> {
  const [found] = await clickhouse.read<{ tables: number }>(ledgerExists, {
    name: clickhouseMigrationsTable,
  });
  return found?.tables === 1 ? clickhouse.read<LedgerEntry>(readLedger) : [];
}

function checkLedger(
  applied: readonly LedgerEntry[],
  migrations: readonly IndexMigration[],
  topology: Topology,
): void {
  const newest = Math.max(0, ...migrations.map((migration) => migration.version));
  const known = new Map(
    migrations.map((migration) => [migration.version, toLedgerEntry(migration, topology)]),
  );
  for (const entry of applied) {
    const expected = known.get(entry.version);
    if (expected === undefined) {
      throw new ClickHouseUnavailable(
        `The ClickHouse data has schema version ${entry.version}, and this Magpie supports versions up to ${newest}: start the newer Magpie that wrote it.`,
      );
    }
    if (entry.topology !== expected.topology) {
      throw new ClickHouseUnavailable(
        `The ClickHouse database was set up for ${entry.topology}, not for ${expected.topology}: set CLICKHOUSE_CLUSTER as it was, or use another database.`,
      );
    }
    if (entry.checksum !== expected.checksum) {
      throw new ClickHouseUnavailable(
        `ClickHouse migration ${entry.version} (${entry.name}) differs from the one applied to this database: start the Magpie that applied it.`,
      );
    }
  }
}

function toLedgerEntry(migration: IndexMigration, topology: Topology): LedgerEntry {
  return {
    version: migration.version,
    name: migration.name,
    checksum: checksum(migration, topology),
    topology: topology.kind === 'single' ? 'a single server' : `the cluster ${topology.name}`,
  };
}

/** Of the executed statements, ignoring whitespace. */
export function checksum(migration: IndexMigration, topology: Topology): string {
  const text = migration.statements(topology).join(';').replace(/\s+/g, ' ');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
