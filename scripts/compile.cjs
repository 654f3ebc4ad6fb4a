// Transpiles the sources of the server and of the workspaces it imports, if they changed since the last time. Types are
// not checked: that takes 30 times as long, and npm run check does it.
'use strict';
const { createHash } = require('node:crypto');
const {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const workspaces = ['contract', 'client', 'sources', 'demo', 'server'];

/** Tests and what only they use. */
const excluded = /\.(?:test|fixture|d)\.ts$|(?:^|[/\\])(?:testing|examples)[/\\]/;

/** In the output folder of a workspace: which sources it was compiled from. */
const stampName = '.sources';

class CompileError extends Error {
  name = 'CompileError';
}

/**
 * @param {string} root of the project
 * @param {(done: number) => void} onProgress called with the share that is done, from 0 to 1; never if nothing changed
 * @returns {Promise<'unchanged' | 'compiled' | 'no compiler'>} the last one when installed without the development packages
 */
async function compile(root, onProgress = () => undefined) {
  const rolldown = findRolldown(root);
  const compiler = `${readVersion(rolldown)}\n${describeFiles([__filename, path.join(root, 'tsconfig.base.json')])}`;
  const changed = workspaces.map((name) => readWorkspace(path.join(root, name), compiler)).filter(isChanged);
  if (changed.length === 0) return 'unchanged';
  if (rolldown === undefined) return 'no compiler';
  onProgress(0);
  const { transformSync } = await import(pathToFileURL(rolldown).href);
  const total = changed.reduce((sum, { names }) => sum + names.length, 0);
  let done = 0;
  for (const workspace of changed) {
    removeDrafts(path.join(workspace.folder, 'dist'));
    for (const name of workspace.names) {
      compileFile(transformSync, workspace.folder, name);
      done += 1;
      // Lets timers of the caller run.
      if (done % 50 === 0) await new Promise(setImmediate);
      onProgress(done / total);
    }
    writeAtomically(path.join(workspace.folder, 'dist', stampName), workspace.stamp);
  }
  return 'compiled';
}

/** @param {string} compiler what else the output depends on */
function readWorkspace(folder, compiler) {
  const source = path.join(folder, 'src');
  if (!existsSync(source)) return { folder, names: [], stamp: '' };
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|json)$/.test(name) && !excluded.test(name))
    .toSorted();
  const files = ['tsconfig.json', ...names.map((name) => path.join('src', name))];
  const inputs = describeFiles(files.map((name) => path.join(folder, name)));
  return { folder, names, stamp: createHash('sha256').update(compiler).update(inputs).digest('hex') };
}

function describeFiles(files) {
  return files
    .map((file) => [file, statSync(file, { throwIfNoEntry: false })])
    .map(([file, found]) => `${path.basename(file)}\n${found?.size}\n${found?.mtimeMs}\n`)
    .join('');
}

/** npm gives the files of every version the same time. */
function readVersion(rolldown) {
  if (rolldown === undefined) return undefined;
  return JSON.parse(readFileSync(path.join(rolldown, '..', '..', 'package.json'), 'utf8')).version;
}

function isChanged({ folder, names, stamp }) {
  if (names.length === 0) return false;
  try {
    return readFileSync(path.join(folder, 'dist', stampName), 'utf8') !== stamp;
  } catch {
    return true;
  }
}

/** The bundler of vite, which builds the dashboard. */
function findRolldown(root) {
  try {
    const vite = require.resolve('vite/package.json', { paths: [path.join(root, 'dashboard')] });
    return createRequire(vite).resolve('rolldown/utils');
  } catch {
    return undefined;
  }
}

function compileFile(transformSync, folder, name) {
  const source = path.join(folder, 'src', name);
  const output = path.join(folder, 'dist', name);
  const text = readFileSync(source, 'utf8');
  mkdirSync(path.dirname(output), { recursive: true });
  if (name.endsWith('.json')) return writeAtomically(output, text);
  const { code, map, errors } = transformSync(source, text, {
    target: 'es2023',
    sourcemap: true,
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
  });
  if (errors.length > 0)
    throw new CompileError(
      errors.map(({ codeframe, message }) => `${source}: ${codeframe ?? message}`).join('\n'),
    );
  // Its helpers are not installed with the service.
  if (code.includes('@oxc-project/runtime'))
    throw new CompileError(`${source}: uses syntax that needs a helper of the compiler.`);
  const script = output.replace(/ts$/, 'js');
  const sources = [path.relative(path.dirname(script), source)];
  writeAtomically(
    `${script}.map`,
    JSON.stringify({ ...map, file: path.basename(script), sources, sourcesContent: undefined }),
  );
  return writeAtomically(script, `${code}//# sourceMappingURL=${path.basename(script)}.map\n`);
}

/** Another process may load the file meanwhile. */
function writeAtomically(file, text) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

/** What interrupted compilations left: `main.js.<process>`. */
function removeDrafts(output) {
  if (!existsSync(output)) return;
  for (const name of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    const owner = /\.(?:js|map|json|sources)\.(\d+)$/.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) rmSync(path.join(output, name), { force: true });
  }
}

function isRunning(id) {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

module.exports = { compile, CompileError };

if (require.main === module) {
  compile(path.dirname(__dirname)).catch((error) => {
    console.error(error instanceof CompileError ? error.message : error);
    process.exitCode = 1;
  });
}
