import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from './testing/redis.ts';

const root = path.resolve(import.meta.dirname, '../..');
const key = 'k'.repeat(40);
const development = /^(?:typescript|vite|vitest|rolldown|rollup|esbuild|react|react-dom)$/;

/** Makes a package of what is built here; returns its file. */
function pack(folder: string, ...options: string[]): string {
  const words = ['scripts/pack.mjs', '--to', folder, ...options];
  return execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8' }).trim();
}

/** Needs the registry of npm and a build. */
describe('the packages of a release', () => {
  // The account of the embedded PostgreSQL must be able to enter it.
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'magpie-package-')));
  const installed = path.join(folder, 'lib/node_modules/magpie');
  const dataHome = path.join(folder, 'share');
  const onMac = path.join(folder, 'Library/Application Support/Magpie');
  const dataFolder = process.platform === 'darwin' ? onMac : path.join(dataHome, 'magpie');
  let server: ChildProcess;
  let url: string;

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    mkdirSync(dataHome, { mode: 0o755 });
    const words = ['install', '--global', '--ignore-scripts', '--prefix', folder, pack(folder)];
    execFileSync('npm', words, { cwd: folder, stdio: 'ignore' });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(path.join(folder, 'bin/magpie'), ['serve'], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        XDG_DATA_HOME: dataHome,
        PORT: String(port),
        MAGPIE_BOOTSTRAP_KEY: key,
        MAGPIE_DEMO_ADS: '100',
      },
      stdio: 'ignore',
    });
    await vi.waitFor(async () => {
      const { ok, status } = await fetch(`${url}/readyz`);
      if (!ok) throw new Error(`/readyz returned ${status}.`);
    }, 300_000);
  }, 1_200_000);

  afterAll(async () => {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
    rmSync(folder, { recursive: true });
  });

  it('the service has no compiler, bundler, test runner or React inside', () => {
    const names = readdirSync(path.join(installed, 'node_modules'));
    expect(names).toContain('fastify');
    expect(names.filter((name) => development.test(name))).toEqual([]);
  });

  it('the service starts, serves the dashboard and stores data in the folder of the platform', async () => {
    const page = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const headers = { authorization: `Bearer ${key}` };
    const boards = await fetch(`${url}/api/v1/trpc/boards.list`, { headers });
    expect(await boards.json()).toEqual({ result: { data: [] } });
    expect(existsSync(path.join(dataFolder, 'postgres'))).toBe(true);
  });

  it('the client works outside of the clone', () => {
    const project = path.join(folder, 'project');
    mkdirSync(project);
    writeFileSync(path.join(project, 'package.json'), '{"type":"module"}');
    execFileSync('npm', ['install', '--ignore-scripts', pack(folder, '--client')], {
      cwd: project,
      stdio: 'ignore',
    });
    const program = `import { createMagpieClient } from '@magpie/client';
      const magpie = createMagpieClient({ url: '${url}', key: '${key}' });
      await magpie.boards.create.mutate({ name: 'From outside' });
      console.log((await magpie.boards.list.query()).map(({ name }) => name).join());`;
    writeFileSync(path.join(project, 'call.mjs'), program);
    expect(execFileSync(process.execPath, ['call.mjs'], { cwd: project, encoding: 'utf8' }).trim()).toBe(
      'From outside',
    );
  });
});
