import { openSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { createLog } from '@magpie/server/config/log';
import { chooseAccount } from '@magpie/server/db/postgres/embedded/launcher';
import { findPrograms } from '@magpie/server/db/postgres/embedded/binaries';
import { ensureCluster } from '@magpie/server/db/postgres/embedded/cluster';
import {
  connectionThrough,
  createSocketFolder,
  socketPort,
} from '@magpie/server/db/postgres/embedded/connection';
import { untilReady } from '@magpie/server/db/postgres/embedded/server';
import { createPool } from '@magpie/server/db/postgres/pool';
import { DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { loadDuckDB, loadPostgres } from './export.sql.ts';
import { duckdb, postgres, type Dialect } from './peers.sql.ts';
import type { Question, Rows } from './questions.ts';

export interface Peer {
  readonly name: string;
  readonly dialect: Dialect;
  query(statement: string, values: readonly (string | number)[]): Promise<Rows>;
  close(): Promise<void>;
}

/** Tuned for these queries on a dedicated machine. Not synced, because only reads are measured. */
function settingsFor(cluster: string, socketFolder: string): string[] {
  const megabytes = Math.floor(os.totalmem() / 2 ** 20);
  const settings = {
    listen_addresses: '',
    port: socketPort,
    unix_socket_directories: `"${socketFolder}"`,
    shared_buffers: `${Math.min(4096, Math.floor(megabytes / 4))}MB`,
    effective_cache_size: `${Math.floor(megabytes / 2)}MB`,
    work_mem: '256MB',
    maintenance_work_mem: '1GB',
    max_parallel_workers_per_gather: os.availableParallelism(),
    random_page_cost: '1.1',
    jit: 'off',
    'pg_trgm.word_similarity_threshold': '0.3',
    fsync: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '8GB',
    autovacuum: 'off',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The embedded PostgreSQL, tuned for a dedicated machine. */
async function startServer(folder: string) {
  const cluster = path.join(folder, 'postgres');
  const account = await chooseAccount(cluster);
  const programs = await findPrograms(folder, account, true);
  await ensureCluster(folder, cluster, programs);
  const socketFolder = await createSocketFolder(folder, account);
  const log = openSync(path.join(folder, 'postgres.log'), 'a');
  const child = programs.launcher.start(programs.postgres, settingsFor(cluster, socketFolder), log);
  const ended = once(child, 'exit');
  const failure = new AbortController();
  void ended.then(() => failure.abort());
  await untilReady(cluster, child.pid ?? 0, failure.signal);
  return {
    socketFolder,
    stop: async () => {
      child.kill('SIGINT');
      // The launcher detaches the child; the timer keeps this process alive until it exits.
      const timeout = setTimeout(() => child.kill('SIGQUIT'), 20_000);
      await ended;
      clearTimeout(timeout);
    },
  };
}

async function startPostgres(folder: string, exportFolder: string): Promise<Peer> {
  const server = await startServer(folder);
  const noTimeouts = { statement_timeout: 0, query_timeout: 0, lock_timeout: 0 };
  const connection = { ...connectionThrough(server.socketFolder), ...noTimeouts };
  const pool = createPool(connection, createLog('error'), 1);
  return load(loadPostgres(exportFolder), {
    name: 'PostgreSQL',
    dialect: postgres,
    query: async (statement, values) => {
      const rows = await pool.query<Record<string, unknown>>(statement, values);
      return rows.map((row) => Object.values(row));
    },
    close: async () => {
      await pool.close();
      await server.stop();
    },
  });
}

/** In this process and on disk. */
async function startDuckDB(folder: string, exportFolder: string): Promise<Peer> {
  const instance = await DuckDBInstance.create(path.join(folder, 'peer.duckdb'));
  const connection = await instance.connect();
  const prepared = new Map<string, DuckDBPreparedStatement>();
  return load(loadDuckDB(exportFolder), {
    name: 'DuckDB',
    dialect: duckdb,
    query: async (text, values) => {
      const statement = prepared.get(text) ?? (await connection.prepare(text));
      prepared.set(text, statement);
      statement.bind(values.slice(0, statement.parameterCount));
      const reader = await statement.runAndReadAll();
      return reader
        .getRowsJS()
        .map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value)));
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
      return Promise.resolve();
    },
  });
}

async function load(statements: readonly string[], peer: Peer): Promise<Peer> {
  try {
    for (const statement of statements) await peer.query(statement, []);
    return peer;
  } catch (error) {
    await peer.close();
    throw error;
  }
}

export const peerStarters = [startPostgres, startDuckDB] as const;

/** The rows of all statements of a question, one after the other. */
export async function queryPeer(peer: Peer, { statements, values }: Question): Promise<Rows> {
  const rows: (readonly unknown[])[] = [];
  for (const statement of [statements?.(peer.dialect) ?? []].flat())
    rows.push(...(await peer.query(statement, values)));
  return rows;
}
