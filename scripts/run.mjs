// Builds what changed since the last time, then runs Magpie in this same process, so that a signal sent
// to it reaches the service and nothing stands between the two.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const root = new URL('../', import.meta.url);
const entry = new URL('server/dist/main.js', root);

function compiler() {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc');
  } catch {
    return undefined; // installed without the development packages: what was built before is run
  }
}

const tsc = compiler();
if (tsc !== undefined) {
  const { status } = spawnSync(process.execPath, [tsc, '-b', root.pathname], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
} else if (!existsSync(entry)) {
  console.error('Magpie is not built: run npm install and npm run build first.');
  process.exit(1);
}

await import(entry.href);
