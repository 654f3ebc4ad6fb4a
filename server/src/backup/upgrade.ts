import { appliedMigrations } from '../kernel/clickhouse/migrate.ts';
import { migrations as indexMigrations } from '../kernel/clickhouse/migrations.sql.ts';
import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import { hasMigrationsTable, readApplied } from '../kernel/postgres/migrate.sql.ts';
import { readMigrations } from '../kernel/postgres/migrate.ts';
import type { Postgres } from '../kernel/postgres/postgres.ts';
import { newestBackup } from './postgres.sql.ts';

/** How far the schemas of an instance have come. */
export interface SchemaState {
  readonly postgres: number;
  readonly clickhouse: number;
  /** When a backup was last made, as far as this instance knows. */
  readonly backupAt: string | null;
}

interface KnownMigration {
  readonly version: number;
  readonly name: string;
}

/** What this version knows of both schemas. */
export interface KnownMigrations {
  readonly postgres: readonly KnownMigration[];
  readonly clickhouse: readonly KnownMigration[];
}

export async function knownMigrations(): Promise<KnownMigrations> {
  return { postgres: await readMigrations(), clickhouse: indexMigrations };
}

export async function schemaState(
  db: Pick<Postgres, 'query' | 'transaction'>,
  clickhouse: ClickHouse,
): Promise<SchemaState> {
  const postgres = (await hasMigrationsTable(db)) ? (await readApplied(db)).length : 0;
  const index = await appliedMigrations(clickhouse);
  const hasActs = postgres >= actsSince;
  return {
    postgres,
    clickhouse: Math.max(0, ...index.map(({ version }) => version)),
    backupAt: hasActs ? ((await newestBackup(db))?.toISOString() ?? null) : null,
  };
}

/** The migration that made the table of acts. */
const actsSince = 13;

/** A backup of before yesterday lacks a day of work at least. */
const recentMilliseconds = 86_400_000;

/** What a start of this version would change, and what to do before it; a line each. */
export function upgradeNotes(
  { postgres, clickhouse, backupAt }: SchemaState,
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

function newestOf(migrations: readonly KnownMigration[]): number {
  return Math.max(0, ...migrations.map(({ version }) => version));
}

function stepsOf(engine: string, at: number, migrations: readonly KnownMigration[]): string[] {
  const pending = migrations.filter(({ version }) => version > at);
  if (pending.length === 0) return [`${engine}: schema version ${at}, nothing to do.`];
  return [
    `${engine}: schema version ${at}, would become ${newestOf(migrations)}:`,
    ...pending.map(({ version, name }) => `  ${version} ${name}`),
  ];
}
