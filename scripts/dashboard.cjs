// Builds the dashboard when its sources are not those of the last build. The result is put in place whole: a build that
// is killed, or two at a time, leave no half of one.
'use strict';
const { spawnSync } = require('node:child_process');
const {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const path = require('node:path');

/** What it is made of. */
const sources = [
  'dashboard/src',
  'dashboard/public',
  'dashboard/index.html',
  'dashboard/vite.config.ts',
  'dashboard/package.json',
  'contract/src',
  'package-lock.json',
];

/** In the folder of the build: which sources it is of. */
const stampName = '.sources';
const staleMilliseconds = 3_600_000;

/**
 * @param {string} root of the project
 * @returns {'unchanged' | 'built' | 'failed' | 'no builder'} the last one when installed without the development packages
 */
function buildDashboard(root) {
  const place = path.join(root, 'dashboard', 'dist');
  const stamp = stampOf(root);
  if (readStamp(place) === stamp) return 'unchanged';
  const vite = builderOf(root);
  if (vite === undefined) return 'no builder';
  const cache = path.join(root, 'node_modules', '.cache');
  sweep(cache);
  const draft = path.join(cache, `dashboard-${process.pid}-${Date.now()}`);
  mkdirSync(draft, { recursive: true });
  try {
    const folder = path.join(root, 'dashboard');
    const words = ['build', folder, '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'];
    // Standard output is for whoever started Magpie.
    const { status } = spawnSync(process.execPath, [vite, ...words], {
      cwd: folder,
      // Whatever it is here: under another name the pages would be those for working on them, slower and larger.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 2, 2],
    });
    if (status !== 0) return 'failed';
    writeFileSync(path.join(draft, stampName), stamp);
    replace(place, draft);
    return 'built';
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Changes when a source does, comes or goes. Only what the file system tells at once is looked at. */
function stampOf(root) {
  const files = sources.flatMap((name) => filesBelow(path.join(root, name)));
  const newest = Math.max(0, ...files.map((file) => statSync(file).mtimeMs));
  return `${files.length} files, the newest of ${newest}`;
}

function filesBelow(place) {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function readStamp(place) {
  try {
    return readFileSync(path.join(place, stampName), 'utf8');
  } catch {
    return undefined;
  }
}

function builderOf(root) {
  try {
    const manifest = require.resolve('vite/package.json', { paths: [path.join(root, 'dashboard')] });
    return path.join(path.dirname(manifest), 'bin', 'vite.js');
  } catch {
    return undefined;
  }
}

/** Another build may be put there between the two steps; then that one is moved away in turn. */
function replace(place, draft) {
  const old = `${draft}-old`;
  for (let tries = 0; ; tries += 1) {
    try {
      renameSync(place, old);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    rmSync(old, { recursive: true, force: true });
    try {
      renameSync(draft, place);
      return;
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code) || tries === 10) throw error;
    }
  }
}

/** What killed builds left. */
function sweep(cache) {
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache).filter((one) => one.startsWith('dashboard-'))) {
    const draft = path.join(cache, name);
    const { mtimeMs } = statSync(draft, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > staleMilliseconds) rmSync(draft, { recursive: true, force: true });
  }
}

module.exports = { buildDashboard };

if (require.main === module && buildDashboard(path.dirname(__dirname)) === 'failed') process.exitCode = 1;
