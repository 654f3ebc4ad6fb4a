#!/usr/bin/env -S node --max-semi-space-size=32
// Builds what changed since the last time, then runs Magpie in this same process, so that a signal sent to it
// reaches the service and nothing stands between the two.
'use strict';
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { buildDashboard } = require('./dashboard.cjs');

// Each statement of the embedded ClickHouse holds one of libuv's threads, four by default: slow reads would stall
// files and name look-ups. It is read once, before the first module is loaded as ESM: hence this file is CommonJS.
process.env.UV_THREADPOOL_SIZE ??= '16';

const root = path.dirname(__dirname);
const entry = path.join(root, 'server', 'dist', 'main.js');

/**
 * Absent without the development packages, or without sources as in a container, where packages that only speak of the
 * compiler bring it along: then what was built before is run.
 */
function compiler() {
  if (!existsSync(path.join(root, 'server', 'tsconfig.json'))) return undefined;
  try {
    return path.join(path.dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    return undefined;
  }
}

const tsc = compiler();
if (tsc !== undefined) {
  // What the compiler says goes to standard error: the standard streams are the command's, which may speak a protocol there.
  const { status } = spawnSync(process.execPath, [tsc, '-b', path.join(root, 'server')], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
} else if (!existsSync(entry)) {
  console.error(
    'Magpie is not built: run npm install with the development packages and npm run build first.',
  );
  process.exit(1);
}

if (process.argv[2] === 'serve') buildDashboard(root);

import(pathToFileURL(entry).href).catch((error) => {
  console.error(error);
  process.exit(1);
});
