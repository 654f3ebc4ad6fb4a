import type { Postgres } from '../db/postgres/postgres.ts';
import { begin, commit, unfinishedRestoreTable } from '../db/postgres/session.sql.ts';
import type { SequenceState } from './verify.ts';

export { begin, commit };

export type Queries = Pick<Postgres, 'query'>;

export interface StoredTable {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: string[];
}

/** Excludes tables of extensions. The job queue has its own schema and is recreated at every start. */
export function listTables(db: Queries): Promise<StoredTable[]> {
  return db.query<StoredTable>(
    `SELECT relname AS name,
            (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
             WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
     FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND relname <> $1
       AND NOT EXISTS (SELECT FROM pg_depend
                       WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
     ORDER BY relname`,
    [unfinishedRestoreTable],
  );
}

export async function listSequences(db: Queries, tables: readonly string[]): Promise<SequenceState[]> {
  const names = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S'
       AND EXISTS (SELECT FROM pg_depend
                   WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype IN ('a', 'i')
                     AND refobjid = ANY (SELECT oid FROM pg_class AS owners
                                         WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1)))
     ORDER BY relname`,
    [tables],
  );
  const states: SequenceState[] = [];
  for (const { name } of names) {
    const [state] = await db.query<Omit<SequenceState, 'name'>>(
      `SELECT last_value::text AS last, is_called AS "isCalled" FROM ${quoted(name)}`,
    );
    if (state !== undefined) states.push({ name, ...state });
  }
  return states;
}

export async function setSequence(db: Queries, { name, last, isCalled }: SequenceState): Promise<void> {
  await db.query(`SELECT setval($1::regclass, $2::bigint, $3)`, [quoted(name), last, isCalled]);
}

export const copyOut = ({ name, columns }: StoredTable): string =>
  `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) TO STDOUT`;

export const copyIn = ({ name, columns }: StoredTable): string =>
  `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM STDIN`;

/** PostgreSQL takes the snapshot with the first query. */
export const beginSnapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
export const takeSnapshot = `SELECT now()`;

/** Makes the text format of rows independent of the settings of database, role and connection. */
export const copySettings = [
  `SET TimeZone = 'UTC'`,
  `SET DateStyle = 'ISO, MDY'`,
  `SET IntervalStyle = 'postgres'`,
  `SET extra_float_digits = 1`,
];

/** Takes the backup lock until the transaction ends; false if another backup is running. */
export async function tryLockBackup(tx: Postgres): Promise<boolean> {
  await tx.query(`SET LOCAL idle_in_transaction_session_timeout = 0`);
  await tx.query(`SET LOCAL statement_timeout = 0`);
  await tx.query(`SET LOCAL lock_timeout = 0`);
  const [row] = await tx.query<{ only: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('backup', 0)) AS only`,
  );
  return row?.only === true;
}

/** Takes the restore lock until the connection ends; false if another restore is running. */
export async function tryLockRestore(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ only: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('restore', 0)) AS only`,
  );
  return row?.only === true;
}

export interface BackedUpFile {
  readonly key: string;
  /** Whether an image or a saved ad refers to it, so that the file must exist. */
  readonly isUsed: boolean;
}

export function listStoredFiles(db: Queries, after: string, limit: number): Promise<BackedUpFile[]> {
  return db.query<BackedUpFile>(
    `SELECT key, "isUsed" FROM (
       SELECT 'media/' || left(sha256, 2) || '/' || sha256 AS key,
              EXISTS (SELECT FROM kept_media WHERE kept_media.sha256 = kept_files.sha256) AS "isUsed"
       FROM kept_files
       UNION ALL
       SELECT key, EXISTS (SELECT FROM brand_images WHERE studio_files.key IN (file_key, thumbnail_key))
                OR EXISTS (SELECT FROM ai_images WHERE studio_files.key IN (file_key, thumbnail_key))
       FROM studio_files
     ) AS files
     WHERE key > $1 COLLATE "C"
     ORDER BY key COLLATE "C"
     LIMIT $2`,
    [after, limit],
  );
}

/** An upper bound for the size of a backup. */
export async function databaseBytes(db: Queries): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `SELECT pg_database_size(current_database())
       + (SELECT coalesce(sum(bytes), 0) FROM kept_files)::bigint
       + (SELECT coalesce(sum(bytes), 0) FROM studio_files)::bigint AS bytes`,
  );
  return row?.bytes ?? 0;
}

export async function currentRestore(db: Queries): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(`SELECT name FROM ${unfinishedRestoreTable}`);
  return row?.name ?? null;
}

export async function markRestore(tx: Postgres, name: string): Promise<void> {
  await tx.query(`CREATE TABLE ${unfinishedRestoreTable} AS SELECT $1::text AS name`, [name]);
}

export async function unmarkRestore(db: Queries): Promise<void> {
  await db.query(`DROP TABLE ${unfinishedRestoreTable}`);
}

export async function dropTable(db: Queries, name: string): Promise<void> {
  await db.query(`DROP TABLE ${quoted(name)} CASCADE`);
}

/** The backup contains what triggers would write again. */
export const setTriggers = (name: string, state: 'DISABLE' | 'ENABLE'): string =>
  `ALTER TABLE ${quoted(name)} ${state} TRIGGER USER`;

/** Removes rows inserted by migrations, which the backup contains too. */
export const emptyTables = (names: readonly string[]): string => `TRUNCATE ${names.map(quoted).join(', ')}`;

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export function listForeignKeys(db: Queries): Promise<ForeignKey[]> {
  return db.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
            pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE connamespace = current_schema()::regnamespace AND contype = 'f'
     ORDER BY 1, 2`,
  );
}

export const dropForeignKey = ({ table, name }: ForeignKey): string =>
  `ALTER TABLE ${table} DROP CONSTRAINT ${name}`;

/** Validates every row. */
export const addForeignKey = ({ table, name, definition }: ForeignKey): string =>
  `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`;

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export async function lastBackupAt(db: Queries): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(
    `SELECT max(at) AS at FROM acts WHERE act = 'backup.made'`,
  );
  return row?.at ?? null;
}
