import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the compiler said against the sources; null when the build is as they are. */
    buildProblem: string | null;
  }
}

/** Builds what changed, once per run: tests of the whole process run the build, and must not run an old one. */
export function buildServer(): string | null {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-b', root], { encoding: 'utf8' });
  return status === 0 ? null : `The build is not that of the sources:\n${stdout}${stderr}`;
}
