#!/usr/bin/env -S node --max-semi-space-size=32
// Compiles what changed since the last time, then runs Magpie in this same process, so that a signal sent to it
// reaches the service and nothing stands between the two. An installation without sources is only started.
'use strict';
const { existsSync } = require('node:fs');
const nodeModule = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

// Each statement of the embedded ClickHouse holds one of libuv's threads, four by default: slow reads would stall
// files and name look-ups. It is read once, before the first module is loaded as ESM: hence this file is CommonJS.
process.env.UV_THREADPOOL_SIZE ??= '16';
// Since Node 22: later starts do not parse the modules again.
nodeModule.enableCompileCache?.();

const root = path.dirname(__dirname);
const entry = path.join(root, 'server', 'dist', 'main.js');
const words = process.argv.slice(2);
const isServer = words[0] === 'serve';

async function main() {
  if (isServer && words.length === 1) {
    const { version } = require(path.join(root, 'package.json'));
    process.stdout.write(`Starting Magpie ${version}…\n`);
  }
  if (existsSync(path.join(root, 'server', 'src'))) await compileWithProgress();
  if (!existsSync(entry)) {
    console.error('Magpie is not built; run npm ci and npm run build first.');
    process.exit(1);
  }
  const dashboardBuild =
    isServer && existsSync(path.join(root, 'dashboard', 'src')) ? startDashboardBuild() : null;
  const { run } = await import(pathToFileURL(entry).href);
  await run(words, dashboardBuild);
  // The builder would keep a failed start running.
  if (dashboardBuild !== null && process.exitCode) process.exit();
}

async function compileWithProgress() {
  const { compile } = require('./compile.cjs');
  const progress =
    isServer || process.stderr.isTTY ? showProgress(isServer ? process.stdout : process.stderr) : undefined;
  try {
    if ((await compile(root, progress?.update)) === 'compiled') progress?.finish();
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code) || !existsSync(entry)) throw error;
    console.error(
      'The sources changed, but this account may not write the compiled files; the old ones are used.',
    );
  }
}

/** The start of the server shows its steps likewise: server/src/cli/startDisplay.ts, which is not compiled yet. */
function showProgress(stream) {
  const isTerminal = stream.isTTY && process.env.TERM !== 'dumb';
  const startedAt = performance.now();
  let shown = -1;
  return {
    update: (done) => {
      const percent = Math.floor(done * 100);
      if (percent === shown) return;
      if (isTerminal) stream.write(`\r\u001b[K⠿ Compiling the server  ${percent} %`);
      else if (shown === -1) stream.write('Compiling the server…\n');
      shown = percent;
    },
    finish: () => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      stream.write(
        isTerminal
          ? `\r\u001b[K✓ Compiled the server  ${seconds} s\n`
          : `Compiled the server (${seconds} s)\n`,
      );
    },
  };
}

/** Null if the dashboard is up to date. */
function startDashboardBuild() {
  const { buildDashboard, isDashboardBuilt } = require('./dashboard.cjs');
  return isDashboardBuilt(root) ? null : buildDashboard(root);
}

main().catch((error) => {
  console.error(error.name === 'CompileError' ? error.message : error);
  process.exit(1);
});
