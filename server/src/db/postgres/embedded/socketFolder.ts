import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { longestSocketPath } from '../../../config/unix.ts';
import { type Account, giveTo } from './account.ts';

/** Part of the socket's name, as PostgreSQL makes it; nothing listens on a network port. */
export const socketPort = 5432;

/** The folder of the server's socket: whoever may enter it is the database's superuser. */
export async function makeSocketFolder(dataFolder: string, account: Account): Promise<string> {
  const folder = shortEnough(dataFolder);
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await mustBeOurs(folder, dataFolder, account);
  await chmod(folder, 0o700);
  await giveTo(account, folder);
  return folder;
}

function shortEnough(dataFolder: string): string {
  const digest = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  const places = [
    path.join(dataFolder, 'run'),
    ...[os.tmpdir(), '/tmp'].map((tmp) => path.join(tmp, `magpie-${digest}`)),
  ];
  return places.find(fits) ?? path.join('/tmp', `magpie-${digest}`);
}

function fits(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, `.s.PGSQL.${socketPort}`)) <= longestSocketPath;
}

/** In the temp folder anybody can make a folder of the expected name, and would then be our database. */
async function mustBeOurs(folder: string, dataFolder: string, account: Account): Promise<void> {
  if (path.dirname(folder) === dataFolder) return;
  const found = await lstat(folder);
  const ours = found.uid === process.getuid?.() || found.uid === account?.uid;
  if (found.isDirectory() && ours && (found.mode & 0o022) === 0) return;
  throw new Error(
    `The folder ${folder}, meant for PostgreSQL's socket, is not Magpie's own: remove it, or set MAGPIE_DATA_DIR to a folder with a shorter path.`,
  );
}
