import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PoolConfig } from 'pg';
import type { Logger } from '../../config/log.ts';
import {
  type AppliedMigration,
  createMigrationsTable,
  hasMigrationsTable,
  lockMigrations,
  readApplied,
  recordApplied,
} from './migrate.sql.ts';
import { createPool, withoutTimeouts } from './pool.ts';
import type { Postgres } from './statement.ts';

export interface Migration extends AppliedMigration {
  readonly statements: readonly string[];
}

/** The relative path is the same from `src` and from `dist`. */
const folder = fileURLToPath(new URL('../../../migrations/postgres/', import.meta.url));

/** `NNNN_name.sql`, in order of number. */
export async function readMigrations(from = folder): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations = await Promise.all(names.map((name) => readMigration(from, name)));
  const wrong = migrations.find((migration, index) => migration.version !== index + 1);
  if (wrong !== undefined) {
    throw new Error(
      `The migration ${wrong.name} has the wrong number: files are numbered 0001, 0002, … without gaps.`,
    );
  }
  return migrations;
}

async function readMigration(from: string, name: string): Promise<Migration> {
  const version = Number(/^(\d{4})_\w+\.sql$/.exec(name)?.[1]);
  const text = await readFile(path.join(from, name), 'utf8');
  // Git may check out the same file with either line ending.
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { version, name, checksum, statements: splitStatements(text) };
}

/** Uses a connection without timeouts: a migration may rewrite a large table, or wait for another node that does. */
export async function migrateWithoutTimeouts(
  connection: PoolConfig,
  migrations: readonly Migration[],
  log: Logger,
): Promise<string[]> {
  const pool = createPool({ ...connection, ...withoutTimeouts }, log, 1);
  try {
    return await migrate(pool, migrations);
  } finally {
    await pool.close();
  }
}

/** Each file and its row in schema_migrations are one transaction. */
export async function migrate(postgres: Postgres, migrations: readonly Migration[]): Promise<string[]> {
  const ran: string[] = [];
  for (;;) {
    const name = await postgres.transaction((tx) => applyNext(tx, migrations));
    if (name === null) return ran;
    ran.push(name);
  }
}

async function applyNext(tx: Postgres, migrations: readonly Migration[]): Promise<string | null> {
  await lockMigrations(tx);
  if (!(await hasMigrationsTable(tx)))
    await withErrorContext('table of migrations', () => createMigrationsTable(tx));
  const applied = await readApplied(tx);
  for (const done of applied) assertSameMigration(done, migrations[done.version - 1]);
  const next = migrations[applied.length];
  if (next === undefined) return null;
  for (const statement of next.statements)
    await withErrorContext(`migration ${next.name}`, () => tx.query(statement));
  await recordApplied(tx, next);
  return next.name;
}

function assertSameMigration(applied: AppliedMigration, migration: Migration | undefined): void {
  if (migration === undefined) {
    throw new Error(
      `The database is newer than this version of Magpie: it has the unknown migration ${applied.name}; start the version that applied it, or a newer one.`,
    );
  }
  if (migration.checksum !== applied.checksum) {
    throw new Error(
      `The migration ${applied.name} has changed since it was applied: start the version of Magpie that applied it, or restore the file and put the change into a new one.`,
    );
  }
}

async function withErrorContext(what: string, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`PostgreSQL rejected the ${what}: ${reason}.`, { cause: error });
  }
}

/** Tokens in which a semicolon does not end the statement: quoted text and names, dollar-quoted bodies, comments. */
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$|;|[^-/'"$;]+|[\s\S]/g;

/**
 * The statements of a migration file, each without its semicolon. Comments stay with the next statement; a
 * trailing comment is dropped. Not supported: `E'\''` and nested block comments.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let hasCode = false;
  for (const [part] of text.matchAll(token)) {
    if (part === ';') {
      if (hasCode) statements.push(statement.trim());
      statement = '';
      hasCode = false;
      continue;
    }
    statement += part;
    hasCode ||= !/^(--|\/\*|\s*$)/.test(part);
  }
  if (hasCode) statements.push(statement.trim());
  return statements;
}
