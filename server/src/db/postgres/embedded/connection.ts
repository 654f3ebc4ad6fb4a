import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { maxSocketPathLength } from '../../../config/unix.ts';
import { type Account, changeOwner } from './launcher.ts';
import { superuser } from './cluster.ts';

/** All fields are set: the driver would read missing ones from PGHOST, PGSSLMODE and similar variables. */
export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl: false;
}

export function connectionThrough(socketFolder: string): EmbeddedConnection {
  return {
    host: socketFolder,
    port: socketPort,
    user: superuser,
    password: '',
    database: 'postgres',
    ssl: false,
  };
}

/** Part of the socket's file name; nothing listens on a network port. */
export const socketPort = 5432;

/** The folder of the server's socket. Any account that can enter it has superuser access to the database. */
export async function createSocketFolder(dataFolder: string, account: Account): Promise<string> {
  const folder = shortFolder(dataFolder);
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await assertOwned(folder, dataFolder, account);
  await chmod(folder, 0o700);
  await changeOwner(account, folder);
  return folder;
}

function shortFolder(dataFolder: string): string {
  const digest = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  const places = [
    path.join(dataFolder, 'run'),
    ...[os.tmpdir(), '/tmp'].map((tmp) => path.join(tmp, `magpie-${digest}`)),
  ];
  return places.find(fits) ?? path.join('/tmp', `magpie-${digest}`);
}

function fits(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, `.s.PGSQL.${socketPort}`)) <= maxSocketPathLength;
}

/** In the temp folder, anyone could create a folder with the expected name and impersonate the database. */
async function assertOwned(folder: string, dataFolder: string, account: Account): Promise<void> {
  if (path.dirname(folder) === dataFolder) return;
  const found = await lstat(folder);
  const ours = found.uid === process.getuid?.() || found.uid === account?.uid;
  if (found.isDirectory() && ours && (found.mode & 0o022) === 0) return;
  throw new Error(
    `The folder ${folder} for PostgreSQL's socket does not belong to Magpie: remove it, or set MAGPIE_DATA_DIR to a folder with a shorter path.`,
  );
}
