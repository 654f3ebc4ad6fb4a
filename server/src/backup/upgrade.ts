import { appliedMigrations, checksum } from '../db/clickhouse/migrate.ts';
import { migrations as indexMigrations } from '../db/clickhouse/migrations.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { type AppliedMigration, readApplied } from '../db/postgres/migrate.sql.ts';
import { readMigrations } from '../db/postgres/migrate.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { getTopology } from '../db/clickhouse/table.sql.ts';
import { lastBackupAt } from './postgres.sql.ts';

export interface SchemaState {
  readonly postgres: number;
  readonly clickhouse: number;
  /** The applied migrations; missing from servers of older versions. */
  readonly applied?: AppliedMigrations;
  readonly backupAt: string | null;
}

interface AppliedMigrations {
  readonly postgres: readonly AppliedMigration[];
  readonly clickhouse: readonly AppliedMigration[];
}

export type KnownMigrations = AppliedMigrations;

export async function knownMigrations(cluster: string | null): Promise<KnownMigrations> {
  const clickhouse = indexMigrations.map((migration) => ({
    version: migration.version,
    name: migration.name,
    checksum: checksum(migration, getTopology(cluster)),
  }));
  return { postgres: await readMigrations(), clickhouse };
}

export async function schemaState(db: Pick<Postgres, 'query'>, clickhouse: ClickHouse): Promise<SchemaState> {
  const applied = {
    postgres: await readApplied(db),
    clickhouse: await appliedMigrations(clickhouse),
  };
  const postgres = newestVersion(applied.postgres);
  const hasAuditLog = postgres >= auditLogVersion;
  return {
    postgres,
    clickhouse: newestVersion(applied.clickhouse),
    applied,
    backupAt: hasAuditLog ? ((await lastBackupAt(db))?.toISOString() ?? null) : null,
  };
}

const auditLogVersion = 13;

const recentMilliseconds = 86_400_000;

export function upgradeNotes(
  { postgres, clickhouse, applied, backupAt }: SchemaState,
  known: KnownMigrations,
  now: Date,
): string[] {
  const changes = [
    ...describePending('PostgreSQL', postgres, known.postgres),
    ...describePending('ClickHouse', clickhouse, known.clickhouse),
  ];
  const isNewer = [[postgres, known.postgres] as const, [clickhouse, known.clickhouse] as const].some(
    ([at, migrations]) => at > newestVersion(migrations),
  );
  if (isNewer) {
    return [
      ...changes,
      'This instance was upgraded by a newer version and only that version can start it; to go back, restore an earlier backup.',
    ];
  }
  const others = [
    ...describeChanged('PostgreSQL', applied?.postgres ?? [], known.postgres),
    ...describeChanged('ClickHouse', applied?.clickhouse ?? [], known.clickhouse),
  ];
  if (others.length > 0) {
    return [...changes, ...others, 'Only the version that applied these migrations can start this instance.'];
  }
  if (changes.every((line) => line.endsWith('nothing to do.'))) {
    return [...changes, 'Starting this version changes nothing.'];
  }
  const isRecent = backupAt !== null && now.getTime() - Date.parse(backupAt) < recentMilliseconds;
  return [
    ...changes,
    backupAt === null ? 'No backup is known.' : `The last backup was made at ${backupAt}.`,
    ...(isRecent ? [] : ['First: npm run magpie -- backup <folder>']),
    'Then stop every node and start this version: the first node upgrades the schemas.',
    'To go back, restore the backup with the version that created it; see docs/upgrading.md.',
  ];
}

function describeChanged(
  engine: string,
  applied: readonly AppliedMigration[],
  known: readonly AppliedMigration[],
): string[] {
  return changedMigrations(applied, known).map(
    ({ version, name }) =>
      `${engine}: ${version} ${name} differs from the migration that this instance applied.`,
  );
}

/** Applied migrations that are unknown or changed since; the server does not start with them. */
export function changedMigrations(
  applied: readonly AppliedMigration[],
  known: readonly AppliedMigration[],
): AppliedMigration[] {
  const checksums = new Map(known.map((migration) => [migration.version, migration.checksum]));
  return applied.filter((migration) => checksums.get(migration.version) !== migration.checksum);
}

function newestVersion(migrations: readonly Pick<AppliedMigration, 'version'>[]): number {
  return Math.max(0, ...migrations.map(({ version }) => version));
}

function describePending(engine: string, at: number, migrations: readonly AppliedMigration[]): string[] {
  const pending = migrations.filter(({ version }) => version > at);
  if (pending.length === 0) return [`${engine}: schema version ${at}, nothing to do.`];
  return [
    `${engine}: schema version ${at}, would become ${newestVersion(migrations)}:`,
    ...pending.map(({ version, name }) => `  ${version} ${name}`),
  ];
}
