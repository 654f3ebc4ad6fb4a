import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Unix socket paths have at most 108 bytes on Linux and 104 on macOS, including the final NUL. */
export const maxSocketPathLength = 103;

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * `./data` in a clone; for an installed package, the folder that the platform has for data of applications. The embedded
 * PostgreSQL cannot run as root. It runs as another account, which cannot reach a folder inside a private one (a clone in
 * root's home).
 */
export function defaultDataFolder(environment: NodeJS.ProcessEnv): string {
  const folder = isInstalledPackage ? userDataFolder(environment) : path.join(process.cwd(), 'data');
  return process.getuid?.() === 0 && !othersMayEnter(path.dirname(folder)) ? '/var/lib/magpie' : folder;
}

const isInstalledPackage = import.meta.dirname.split(path.sep).includes('node_modules');

function userDataFolder({ XDG_DATA_HOME: xdg = '', LOCALAPPDATA: local = '' }: NodeJS.ProcessEnv): string {
  const home = os.homedir();
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Magpie');
  if (process.platform === 'win32') return path.join(local || path.join(home, 'AppData', 'Local'), 'Magpie');
  // The XDG specification: relative paths are invalid and ignored.
  return path.join(path.isAbsolute(xdg) ? xdg : path.join(home, '.local', 'share'), 'magpie');
}

/** A folder that does not exist yet is created for others to enter, so its parents decide. */
function othersMayEnter(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o001;
  const parent = path.dirname(folder);
  return (mode & 0o001) !== 0 && (parent === folder || othersMayEnter(parent));
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
