import type { Postgres } from './statement.ts';

export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

export const migrationsTable = 'schema_migrations';

/** An arbitrary number that nothing else in the database may use. */
const migrationLock = 5_318_008_220_117;

/** If several nodes start at once, the others wait here. The lock ends with the transaction. */
export async function lockMigrations(tx: Postgres): Promise<void> {
  await tx.query(`SET LOCAL statement_timeout = 0`);
  await tx.query(`SET LOCAL lock_timeout = 0`);
  await tx.query(`SELECT pg_advisory_xact_lock($1)`, [migrationLock]);
}

/** Checked first, because `IF NOT EXISTS` needs the CREATE privilege even when the table exists. */
export async function hasMigrationsTable(tx: Pick<Postgres, 'query'>): Promise<boolean> {
  const rows = await tx.query<{ known: boolean }>(
    `SELECT to_regclass('${migrationsTable}') IS NOT NULL AS known`,
  );
  return rows[0]?.known === true;
}

export async function createMigrationsTable(tx: Postgres): Promise<void> {
  await tx.query(
    `CREATE TABLE ${migrationsTable} (
       version integer PRIMARY KEY,
       name text NOT NULL,
       checksum text NOT NULL,
       applied_at timestamptz NOT NULL DEFAULT now()
     )`,
  );
}

export async function readApplied(tx: Pick<Postgres, 'query'>): Promise<AppliedMigration[]> {
  if (!(await hasMigrationsTable(tx))) return [];
  return tx.query<AppliedMigration>(
    `SELECT version, name, checksum FROM ${migrationsTable} ORDER BY version`,
  );
}

export async function recordApplied(tx: Postgres, migration: AppliedMigration): Promise<void> {
  await tx.query(`INSERT INTO ${migrationsTable} (version, name, checksum) VALUES ($1, $2, $3)`, [
    migration.version,
    migration.name,
    migration.checksum,
  ]);
}
