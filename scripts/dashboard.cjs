// Builds the dashboard when its sources are not those of the last build. The result is put in place whole: a build that
// is killed, or two at a time, leave no half of one.
'use strict';
const { spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const path = require('node:path');

/** The inputs of the build. */
const sources = [
  'dashboard/src',
  'dashboard/public',
  'dashboard/index.html',
  'dashboard/vite.config.ts',
  'dashboard/tsconfig.json',
  'dashboard/package.json',
  'contract/src',
  'package-lock.json',
];

/** In the folder of the build: the digest of its inputs. */
const stampName = '.sources';
const draftPrefix = '.dist-';
const staleMilliseconds = 3_600_000;

/**
 * Prints on standard error what went wrong; what was built before stays.
 *
 * @param {string} root of the project
 * @returns {Promise<'unchanged' | 'built' | 'failed' | 'stopped' | 'no builder'>} the last one when installed without the development packages
 */
async function buildDashboard(root) {
  try {
    return await build(root);
  } catch (error) {
    console.error(
      `The dashboard could not be built (${error.message}); what was built before is served, if anything was.`,
    );
    return 'failed';
  }
}

/**
 * @param {string} root of the project
 * @returns {boolean} whether the last build is that of the sources
 */
function isDashboardBuilt(root) {
  const place = path.join(root, 'dashboard', 'dist');
  return readStamp(place) === hashSources(root) && existsSync(path.join(place, 'index.html'));
}

async function build(root) {
  const folder = path.join(root, 'dashboard');
  const place = path.join(folder, 'dist');
  if (isDashboardBuilt(root)) return 'unchanged';
  const vite = findBuilder(root);
  if (vite === undefined) return 'no builder';
  // Where the result cannot be put in place, none is made.
  accessSync(folder, constants.W_OK);
  const stamp = hashSources(root);
  sweep(folder);
  // Beside its place: another folder may be another mount, from which nothing can be renamed.
  const draft = path.join(folder, `${draftPrefix}${process.pid}-${Date.now()}`);
  mkdirSync(draft);
  try {
    if ((await runBuilder(vite, folder, draft)) === 'stopped') return 'stopped';
    writeFileSync(path.join(draft, stampName), stamp);
    replace(place, draft);
    return 'built';
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** In a process of its own: the server starts meanwhile. */
async function runBuilder(vite, folder, draft) {
  const words = ['build', folder, '--outDir', draft, '--emptyOutDir', '--logLevel', 'error'];
  const builder = spawn(process.execPath, [vite, ...words], {
    cwd: folder,
    // Whatever it is here: under another name the pages would be those for working on them, slower and larger.
    env: { ...process.env, NODE_ENV: 'production' },
    // Shown only if it fails: a terminal has the progress of the start instead.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [builder.stdout, builder.stderr]) stream.on('data', (text) => void (output += text));
  const end = () => builder.kill();
  process.once('exit', end);
  const [status, signal] = await new Promise((resolve, reject) => {
    builder.once('close', (...result) => resolve(result)).once('error', reject);
  });
  process.off('exit', end);
  if (status === 0) return 'built';
  // Ctrl-C reaches this process as well.
  if (['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal)) return 'stopped';
  process.stderr.write(output);
  throw new Error('its builder failed');
}

/** Changes when the content of a source does, or when one comes, goes or is renamed. */
function hashSources(root) {
  const digest = createHash('sha256');
  const files = sources.flatMap((name) => filesBelow(path.join(root, name)));
  for (const file of files.toSorted((one, other) => (one < other ? -1 : 1))) {
    const bytes = readFileSync(file);
    digest.update(`${path.relative(root, file)}\n${bytes.length}\n`).update(bytes);
  }
  return digest.digest('hex');
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

function findBuilder(root) {
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
    moveIfThere(place, old);
    try {
      renameSync(draft, place);
      rmSync(old, { recursive: true, force: true });
      return;
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code) || tries === 10) {
        moveIfThere(old, place);
        throw error;
      }
      rmSync(old, { recursive: true, force: true });
    }
  }
}

function moveIfThere(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** What killed builds left. */
function sweep(folder) {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(draftPrefix))) {
    const draft = path.join(folder, name);
    const { mtimeMs } = statSync(draft, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > staleMilliseconds) rmSync(draft, { recursive: true, force: true });
  }
}

module.exports = { buildDashboard, isDashboardBuilt };

async function main() {
  const outcome = await buildDashboard(path.dirname(__dirname));
  if (outcome === 'failed' || outcome === 'no builder') process.exitCode = 1;
  if (outcome === 'no builder') console.error('The dashboard is not built; run npm ci first.');
}

if (require.main === module) void main();
