// Measures a first installation and a first start, of a clone and of the package of a release, in temporary folders, and
// writes the table in docs/benchmarks.md. Needs git, npm and its registry, and no other packages:
//   npm run bench:first-start
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const root = path.resolve(import.meta.dirname, '..');
/** `dist.unpackedSize` of @chdb/lib-linux-x64-gnu 26.7.3-stable.1, counted where npm has no package for the platform. */
const engineMegabytes = 543;

const seconds = (since) => (performance.now() - since) / 1000;
const run = (cwd, command, ...words) => {
  const since = performance.now();
  execFileSync(command, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  return seconds(since);
};
const megabytes = (folders) => {
  const lines = execFileSync('du', ['-sk', ...folders], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return Math.round(lines.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / 1024);
};

/** Every folder with a package in a tree of node_modules, links of workspaces left out. */
function countPackages(modules) {
  if (!existsSync(modules)) return 0;
  let count = 0;
  for (const entry of readdirSync(modules, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const folder = path.join(modules, entry.name);
    if (entry.name.startsWith('@')) count += countPackages(folder);
    else if (existsSync(path.join(folder, 'package.json'))) {
      count += 1 + countPackages(path.join(folder, 'node_modules'));
    }
  }
  return count;
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** The first start on an empty data folder, and the page of the next one. */
async function measureStarts(folder, ...command) {
  const home = path.join(folder, 'home');
  mkdirSync(home, { mode: 0o755 });
  const first = await measureStart(folder, home, /\/sign-in\//, ...command);
  const { page: later } = await measureStart(folder, home, /http:\/\//, ...command);
  rmSync(home, { recursive: true });
  return { ...first, later };
}

/** Seconds from the command to its first line, to the page and to the last line. */
async function measureStart(folder, home, lastLine, command, ...words) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), MAGPIE_DATA_DIR: path.join(home, 'data') };
  const since = performance.now();
  const server = spawn(command, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const times = {};
  const page = (async () => {
    while (times.page === undefined && server.exitCode === null) {
      const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      if (response?.ok) times.page = seconds(since);
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  for await (const line of createInterface({ input: server.stdout })) {
    times.line ??= seconds(since);
    if (!lastLine.test(line)) continue;
    times.link = seconds(since);
    break;
  }
  server.stdout.resume();
  await page;
  const ended = once(server, 'exit');
  server.kill();
  await ended;
  return times;
}

function describe(name, folders, installTime, { line, page, link, later }) {
  const known = megabytes(folders);
  const scopes = ['@chdb', 'magpie/node_modules/@chdb'].map((one) => path.join(folders[0], one));
  // npm leaves an empty folder for an optional package that it could not fetch.
  const hasEngine = scopes.some((one) => countPackages(one) > 0) || name.includes('without');
  const size = hasEngine ? `${known} MB` : `${known} + ${engineMegabytes} = ${known + engineMegabytes} MB`;
  const packages = folders.reduce((sum, modules) => sum + countPackages(modules), 0);
  const time = (value) => (value === undefined ? '' : `${value.toFixed(1)} s`);
  const times = [installTime, line, page, link, later].map(time);
  const cells = [name, size, packages, ...times];
  return `| ${cells.join(' | ')} |`;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-first-start-'));
// The account of the embedded PostgreSQL must be able to enter it.
chmodSync(folder, 0o755);
try {
  const rows = [
    '| | Installed | Packages | Installation | First line | Page | Sign-in link | Page of a later start |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
  ];
  const clone = path.join(folder, 'clone');
  run(folder, 'git', 'clone', '--quiet', '--depth', '1', `file://${root}`, clone);
  const cloneTime = run(clone, 'npm', 'ci');
  // npm nests packages of a workspace whose peers differ.
  const cloneModules = ['node_modules', 'server/node_modules'].map((one) => path.join(clone, one));
  const started = await measureStarts(clone, 'npm', 'start', '--silent');
  rows.push(describe('clone: `npm ci && npm start`', cloneModules, cloneTime, started));

  run(clone, 'npm', 'run', 'build');
  for (const options of [[], ['--without-engines']]) {
    const name = `magpie${options.length > 0 ? '-without-engines' : ''}`;
    const prefix = path.join(folder, name);
    run(clone, process.execPath, 'scripts/pack.mjs', '--to', prefix, ...options);
    const file = readdirSync(prefix).find((one) => one.endsWith('.tgz'));
    const words = ['--global', '--ignore-scripts', '--prefix', prefix, path.join(prefix, file)];
    const time = run(prefix, 'npm', 'install', ...words);
    const times =
      options.length > 0 ? {} : await measureStarts(prefix, path.join(prefix, 'bin/magpie'), 'serve');
    rows.push(describe(`package: \`${file}\``, [path.join(prefix, 'lib/node_modules')], time, times));
  }

  const page = path.join(root, 'docs/benchmarks.md');
  const markers = /(<!-- first-start -->\n)[^]*(<!-- \/first-start -->)/;
  const where = `Node ${process.versions.node}, ${os.platform()} ${os.arch()}, ${os.availableParallelism()} cores.`;
  const table = `\n${where}\n\n${rows.join('\n')}\n\n`;
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(markers, (_, start, end) => start + table + end),
  );
  console.log(table);
} finally {
  rmSync(folder, { recursive: true });
}
