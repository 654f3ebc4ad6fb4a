import { statSync } from 'node:fs';
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
 * The embedded PostgreSQL cannot run as root. It runs as another account, which cannot reach a folder inside
 * a private one (a clone in root's home).
 */
export function defaultDataFolder(): string {
  const here = process.cwd();
  return process.getuid?.() === 0 && !othersMayEnter(here) ? '/var/lib/magpie' : path.join(here, 'data');
}

function othersMayEnter(folder: string): boolean {
  const executableByOthers = (statSync(folder).mode & 0o001) !== 0;
  const parent = path.dirname(folder);
  return executableByOthers && (parent === folder || othersMayEnter(parent));
}
