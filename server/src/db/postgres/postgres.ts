import path from 'node:path';
import { Client, DatabaseError, type PoolConfig } from 'pg';
import type { Logger } from '../../config/log.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { migrateWithoutTimeouts, readMigrations } from './migrate.ts';
import { createPool, type PostgresPool } from './pool.ts';
import { hasUnfinishedRestore, type ServerVersion, serverVersion } from './session.sql.ts';
import type { Postgres } from './statement.ts';

export type { Postgres };

export interface PostgresEngine extends PostgresPool {
  /** `PostgreSQL 18.4 (embedded)` */
  readonly description: string;
  /** For code with a separate pool, such as the job queue. Contains the password: never log it. */
  readonly connection: PoolConfig;
}

export interface PostgresOptions {
  readonly databaseUrl: string | null;
  readonly dataFolder: string;
  readonly log: Logger;
  readonly poolSize?: number;
}

export interface PostgresServer {
  /** `embedded`, or the address without secrets: for the engine's description. */
  readonly name: string;
  errorMessage(reason: string): string;
  readonly connection: PoolConfig;
  close(): Promise<void>;
}

export async function openPostgres(options: PostgresOptions): Promise<PostgresEngine> {
  return openServer(await startServer(options), options.log, options.poolSize);
}

export async function connectPostgres(options: PostgresOptions): Promise<PostgresEngine> {
  return connect(await startServer(options), options.log, options.poolSize);
}

async function startServer({ databaseUrl, dataFolder, log }: PostgresOptions): Promise<PostgresServer> {
  return databaseUrl === null ? embeddedServer(dataFolder, log) : serverAt(databaseUrl);
}

export async function openServer(
  server: PostgresServer,
  log: Logger,
  poolSize?: number,
): Promise<PostgresEngine> {
  const engine = await connect(server, log, poolSize);
  try {
    if (await hasUnfinishedRestore(engine)) throw new Error(server.errorMessage(unfinishedRestore));
    const ran = await migrateWithoutTimeouts(engine.connection, await readMigrations(), log);
    if (ran.length > 0) log.info({ migrations: ran }, 'PostgreSQL schema migrated');
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

const unfinishedRestore = 'a restore into it did not finish; run the restore with the same backup again';

async function connect(server: PostgresServer, log: Logger, poolSize?: number): Promise<PostgresEngine> {
  const connection = { application_name: 'magpie', ...server.connection };
  const pool = createPool(connection, log, poolSize);
  const close = async (): Promise<void> => {
    await pool.close();
    await server.close();
  };
  try {
    const version = await readVersion(pool, server);
    return { ...pool, description: `PostgreSQL ${version} (${server.name})`, connection, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function embeddedServer(dataFolder: string, log: Logger): Promise<PostgresServer> {
  const errorMessage = (reason: string): string =>
    `The embedded PostgreSQL cannot be used: ${reason}; its log is ${path.join(dataFolder, 'postgres.log')}.`;
  return { name: 'embedded', errorMessage, ...(await startEmbedded({ dataFolder, log })) };
}

function serverAt(databaseUrl: string): PostgresServer {
  const { host, port, database } = readAddress(databaseUrl);
  const name = host.startsWith('/') ? `${host}, ${database}` : `${host}:${port}/${database}`;
  const errorMessage = (reason: string): string =>
    `PostgreSQL at ${name} cannot be used: ${reason}; check DATABASE_URL and that the server runs.`;
  return {
    name,
    errorMessage,
    connection: { connectionString: databaseUrl },
    close: () => Promise.resolve(),
  };
}

function readAddress(databaseUrl: string): Client {
  try {
    return new Client({ connectionString: databaseUrl });
  } catch (error) {
    // The driver's messages leave out the address, which may contain a password.
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`DATABASE_URL cannot be read: ${reason}.`, { cause: error });
  }
}

async function readVersion(pool: PostgresPool, server: PostgresServer): Promise<string> {
  const rows = await pool.query<ServerVersion>(serverVersion).catch((error: unknown) => {
    throw new Error(server.errorMessage(connectionProblem(error)), { cause: error });
  });
  const { version = '', number = 0 } = rows[0] ?? {};
  const problem = versionProblem(number);
  if (problem !== null) throw new Error(server.errorMessage(problem));
  // Debian appends its package version: `15.14 (Debian 15.14-0+deb12u1)`.
  return version.split(' ', 1)[0] ?? version;
}

export function versionProblem(number: number): string | null {
  return number >= 150_000
    ? null
    : `it is version ${Math.floor(number / 10_000)}, and Magpie needs 15 or newer`;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name could not be looked up',
  ETIMEDOUT: 'it does not respond',
  '28P01': 'it rejected the user or the password',
  '3D000': 'it has no such database',
};

/** The driver's messages contain users, hosts and databases, but never a password. */
function connectionProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return reasons[code] ?? error.message;
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}
