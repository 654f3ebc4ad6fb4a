import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the compiler said against the sources; null when the build is as they are. */
    buildProblem: string | null;
  }
}

/** Builds what changed, once per run: tests of the whole process run the build, and must not run an old one. */
export function buildServer(): string | null {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-b', root], { encoding: 'utf8' });
  return status === 0 ? null : `The build is not that of the sources:\n${stdout}${stderr}`;
}
