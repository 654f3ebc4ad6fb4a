import { appliedMigrations, checksum } from '../db/clickhouse/migrate.ts';
import { migrations as indexMigrations } from '../db/clickhouse/migrations.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { type AppliedMigration, hasMigrationsTable, readApplied } from '../db/postgres/migrate.sql.ts';
import { readMigrations } from '../db/postgres/migrate.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Topology } from '../db/clickhouse/table.sql.ts';
import { newestBackup } from './postgres.sql.ts';

/** How far the schemas of an instance have come. */
export interface SchemaState {
  readonly postgres: number;
  readonly clickhouse: number;
  /** What each has had; a server of an older version does not tell. */
  readonly applied?: AppliedMigrations;
  /** When a backup was last made, as far as this instance knows. */
  readonly backupAt: string | null;
}

interface AppliedMigrations {
  readonly postgres: readonly AppliedMigration[];
  readonly clickhouse: readonly AppliedMigration[];
}

/** What this version knows of both schemas. */
export type KnownMigrations = AppliedMigrations;

export async function knownMigrations(cluster: string | null): Promise<KnownMigrations> {
  const topology: Topology = cluster === null ? { kind: 'single' } : { kind: 'cluster', name: cluster };
  const clickhouse = indexMigrations.map((migration) => ({
    version: migration.version,
    name: migration.name,
    checksum: checksum(migration, topology),
  }));
  return { postgres: await readMigrations(), clickhouse };
}

export async function schemaState(
  db: Pick<Postgres, 'query' | 'transaction'>,
  clickhouse: ClickHouse,
): Promise<SchemaState> {
  const applied = {
    postgres: (await hasMigrationsTable(db)) ? await readApplied(db) : [],
    clickhouse: await appliedMigrations(clickhouse),
  };
  const postgres = newestOf(applied.postgres);
  const hasActs = postgres >= actsSince;
  return {
    postgres,
    clickhouse: newestOf(applied.clickhouse),
    applied,
    backupAt: hasActs ? ((await newestBackup(db))?.toISOString() ?? null) : null,
  };
}

/** The migration that made the table of acts. */
const actsSince = 13;

/** A backup of before yesterday lacks a day of work at least. */
const recentMilliseconds = 86_400_000;

/** What a start of this version would change, and what to do before it; a line each. */
export function upgradeNotes(
  { postgres, clickhouse, applied, backupAt }: SchemaState,
  known: KnownMigrations,
  now: Date,
): string[] {
  const changes = [
    ...stepsOf('PostgreSQL', postgres, known.postgres),
    ...stepsOf('ClickHouse', clickhouse, known.clickhouse),
  ];
  const isNewer = [[postgres, known.postgres] as const, [clickhouse, known.clickhouse] as const].some(
    ([at, migrations]) => at > newestOf(migrations),
  );
  if (isNewer) {
    return [
      ...changes,
      'This instance is of a newer version, which alone can start it; to go back, restore a backup of before.',
    ];
  }
  const others = [
    ...changedSince('PostgreSQL', applied?.postgres ?? [], known.postgres),
    ...changedSince('ClickHouse', applied?.clickhouse ?? [], known.clickhouse),
  ];
  if (others.length > 0) {
    return [...changes, ...others, 'The version that applied them alone can start this instance.'];
  }
  if (changes.every((line) => line.endsWith('nothing to do.'))) {
    return [...changes, 'A start of this version changes nothing.'];
  }
  const isRecent = backupAt !== null && now.getTime() - Date.parse(backupAt) < recentMilliseconds;
  return [
    ...changes,
    backupAt === null ? 'No backup is known of.' : `The last backup is of ${backupAt}.`,
    ...(isRecent ? [] : ['First: npm run magpie -- backup <folder>']),
    'Then stop every node, and start this version: the first node to start brings the schemas to it.',
    'The way back is to restore the backup with the version that made it; docs/upgrading.md has each step.',
  ];
}

/** Migrations that are not what they were when this instance had them, with which no start goes on. */
function changedSince(
  engine: string,
  applied: readonly AppliedMigration[],
  known: readonly AppliedMigration[],
): string[] {
  const checksums = new Map(known.map((migration) => [migration.version, migration.checksum]));
  return applied
    .filter((had) => checksums.get(had.version) !== had.checksum)
    .map(
      ({ version, name }) => `${engine}: ${version} ${name} is not the migration that this instance has had.`,
    );
}

function newestOf(migrations: readonly Pick<AppliedMigration, 'version'>[]): number {
  return Math.max(0, ...migrations.map(({ version }) => version));
}

function stepsOf(engine: string, at: number, migrations: readonly AppliedMigration[]): string[] {
  const pending = migrations.filter(({ version }) => version > at);
  if (pending.length === 0) return [`${engine}: schema version ${at}, nothing to do.`];
  return [
    `${engine}: schema version ${at}, would become ${newestOf(migrations)}:`,
    ...pending.map(({ version, name }) => `  ${version} ${name}`),
  ];
}
