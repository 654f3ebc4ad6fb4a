import { openSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { createLog } from '@magpie/server/config/log';
import { chooseAccount } from '@magpie/server/db/postgres/embedded/account';
import { findPrograms } from '@magpie/server/db/postgres/embedded/binaries';
import { ensureCluster } from '@magpie/server/db/postgres/embedded/cluster';
import {
  connectionThrough,
  createSocketFolder,
  socketPort,
} from '@magpie/server/db/postgres/embedded/connection';
import { untilReady } from '@magpie/server/db/postgres/embedded/postmaster';
import { createPool } from '@magpie/server/db/postgres/pool';
import type { Peer, PeerRow } from './peer.ts';
import { postgres } from './peers.sql.ts';
import { afterLoading, createTables, tableNames, copyFrom } from './postgresSchema.sql.ts';

/** Tuned for these questions on this machine alone, and never synced: what is measured is reading. */
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

interface Server {
  readonly socketFolder: string;
  stop(): Promise<void>;
}

/** The service's own PostgreSQL, with other settings than a service needs that shares its machine. */
async function startServer(folder: string): Promise<Server> {
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
      // The launcher lets go of its process, and would let this one end before.
      const impatience = setTimeout(() => child.kill('SIGQUIT'), 20_000);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/** A PostgreSQL that holds the exported rows. */
export async function startPostgres(folder: string, exportFolder: string): Promise<Peer> {
  const server = await startServer(folder);
  const unhurried = { statement_timeout: 0, query_timeout: 0, lock_timeout: 0 };
  const connection = { ...connectionThrough(server.socketFolder), ...unhurried };
  const pool = createPool(connection, createLog('error'), 1);
  const close = async (): Promise<void> => {
    await pool.close();
    await server.stop();
  };
  try {
    for (const statement of createTables) await pool.query(statement);
    for (const table of tableNames)
      await pool.query(copyFrom(table, path.join(exportFolder, `${table}.csv`)));
    for (const statement of afterLoading) await pool.query(statement);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name: 'PostgreSQL',
    dialect: postgres,
    query: async ({ statements, values }) => {
      const rows: PeerRow[] = [];
      for (const statement of statements) {
        const found = await pool.query<Record<string, unknown>>(statement, values);
        rows.push(...found.map((row) => Object.values(row)));
      }
      return rows;
    },
    close,
  };
}
