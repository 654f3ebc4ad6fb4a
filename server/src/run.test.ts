import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanUp, makeDataFolder } from './testing/process.ts';

const project = path.resolve(import.meta.dirname, '../..');
const { buildDashboard } = createRequire(import.meta.url)('../../scripts/dashboard.cjs') as {
  buildDashboard: (root: string) => Promise<string>;
};

const writeIn = (root: string, name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
};

/** A clone after `npm install`: sources and packages, nothing built. Kept small, because it is compiled. */
function freshClone(): string {
  const clone = mkdtempSync(path.join(os.tmpdir(), 'magpie-clone-'));
  writeIn(clone, 'package.json', '{"version":"1.2.3"}');
  writeIn(clone, 'server/package.json', '{"type":"module"}');
  writeIn(clone, 'server/tsconfig.json', '{}');
  writeIn(
    clone,
    'server/src/main.ts',
    `import { separator, type Word } from './words.ts';
     export function run(words: readonly Word[]): void {
       console.log('called with', words.join(separator));
       if (words[0] === 'fail') throw new Error('failed');
     }`,
  );
  writeIn(clone, 'server/src/words.ts', "export type Word = string; export const separator: Word = ' ';");
  cpSync(path.join(project, 'scripts'), path.join(clone, 'scripts'), { recursive: true });
  symlinkSync(path.join(project, 'node_modules'), path.join(clone, 'node_modules'));
  return clone;
}

describe('starting from a clone', () => {
  afterEach(cleanUp);

  const run = (root: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, ['--enable-source-maps', 'scripts/run.cjs', ...words], {
      cwd: root,
    });

  it('the first run of a fresh clone compiles what it needs', async () => {
    const clone = freshClone();
    const first = await run(clone, 'users', 'list');
    expect(first).toEqual({ stdout: 'called with users list\n', stderr: '' });
    // Standard output belongs to the command, except for the server's.
    writeIn(clone, 'server/src/words.ts', "export type Word = string; export const separator: Word = '+';");
    expect((await run(clone, 'serve')).stdout.split('\n')).toEqual([
      'Starting Magpie 1.2.3…',
      'Compiling the server…',
      expect.stringMatching(/^Compiled the server \(\d+\.\d s\)$/),
      'called with serve',
      '',
    ]);
    expect((await run(clone, 'serve', '--help')).stdout).toBe('called with serve+--help\n');
    // Nothing changed: nothing is compiled.
    expect((await run(clone, 'serve')).stdout).toBe('Starting Magpie 1.2.3…\ncalled with serve\n');
    // As in a container: the build without sources.
    const image = mkdtempSync(path.join(os.tmpdir(), 'magpie-image-'));
    for (const part of ['scripts/run.cjs', 'server/dist', 'server/package.json', 'package.json'])
      cpSync(path.join(clone, part), path.join(image, part), { recursive: true });
    expect((await run(image, 'users', 'list')).stdout).toBe('called with users+list\n');
    rmSync(image, { recursive: true });
    // Another compiler or configuration makes another output; drafts of killed compilations are removed.
    const compiled: unknown = expect.stringContaining('Compiled the server');
    for (const name of ['scripts/compile.cjs', 'server/tsconfig.json']) {
      writeIn(clone, 'server/dist/words.js.999999999', 'half');
      utimesSync(path.join(clone, name), 1000, 1000);
      expect(await run(clone, 'serve')).toMatchObject({ stdout: compiled });
      expect(readdirSync(path.join(clone, 'server/dist'))).not.toContain('words.js.999999999');
      expect(await run(clone, 'serve')).not.toMatchObject({ stdout: compiled });
    }
    rmSync(clone, { recursive: true });
  });

  it('names the source of an error, and what it cannot compile', async () => {
    const clone = freshClone();
    const inSource: unknown = expect.stringContaining('server/src/main.ts:4:');
    await expect(run(clone, 'fail')).rejects.toMatchObject({ code: 1, stderr: inSource });
    writeIn(clone, 'server/src/broken.ts', 'export const = 1;');
    const stderr: unknown = expect.stringContaining('broken.ts');
    await expect(run(clone, 'mcp')).rejects.toMatchObject({ code: 1, stdout: '', stderr });
    rmSync(clone, { recursive: true });
  });

  it('the dashboard is rebuilt when its sources changed, and replaced atomically', async () => {
    const root = mkdtempSync(path.join(os.tmpdir(), 'magpie-dashboard-'));
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const write = (name: string, text: string): void => writeIn(root, name, text);
    const built = (): string => readFileSync(path.join(root, 'dashboard/dist/index.html'), 'utf8');
    write('dashboard/src/app.ts', 'one');
    expect(await buildDashboard(root)).toBe('no builder');
    // A builder that copies the source, and fails if none exists.
    write('node_modules/vite/package.json', '{}');
    write(
      'node_modules/vite/bin/vite.js',
      `const fs = require('node:fs');
       const [, , , folder, , out] = process.argv;
       fs.writeFileSync(out + '/half', '');
       fs.copyFileSync(folder + '/src/app.ts', out + '/index.html');`,
    );
    expect([await buildDashboard(root), built()]).toEqual(['built', 'one']);
    expect(await buildDashboard(root)).toBe('unchanged');
    write('dashboard/src/other.ts', '');
    write('dashboard/src/app.ts', 'two');
    expect([await buildDashboard(root), built()]).toEqual(['built', 'two']);
    // As after a checkout of an older version: the same number of files, none newer.
    write('dashboard/src/app.ts', 'one');
    utimesSync(path.join(root, 'dashboard/src/app.ts'), 1000, 1000);
    expect([await buildDashboard(root), built()]).toEqual(['built', 'one']);
    rmSync(path.join(root, 'dashboard/dist/index.html'));
    expect([await buildDashboard(root), built()]).toEqual(['built', 'one']);
    rmSync(path.join(root, 'dashboard/src/app.ts'));
    expect([await buildDashboard(root), built()]).toEqual(['failed', 'one']);
    expect(said.mock.calls.flat()).toEqual([
      expect.stringContaining('could not be built (its builder failed)'),
    ]);
    // Packages may be on another mount: nothing is made there.
    write('node_modules/.cache', 'no folder');
    write('dashboard/src/app.ts', 'three');
    expect([await buildDashboard(root), built()]).toEqual(['built', 'three']);
    expect(readdirSync(path.join(root, 'dashboard'))).toEqual(['dist', 'src']);
    // Ctrl-C also ends the builder.
    write('dashboard/src/app.ts', 'four');
    write(
      'node_modules/vite/bin/vite.js',
      "process.kill(process.pid, 'SIGINT'); setInterval(() => {}, 1e6);",
    );
    expect([await buildDashboard(root), built()]).toEqual(['stopped', 'three']);
    expect(said.mock.calls).toHaveLength(1);
    said.mockRestore();
    rmSync(root, { recursive: true });
  });

  it('npm start serves before the dashboard is built, and stops cleanly', { timeout: 600_000 }, async () => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, PORT: '0', MAGPIE_DEMO_ADS: '0', MAGPIE_DATA_DIR: makeDataFolder() };
    const npm = spawn('npm', ['start'], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    npm.stdout.on('data', (chunk: Buffer) => void (said.stdout += chunk.toString()));
    npm.stderr.on('data', (chunk: Buffer) => void (said.stderr += chunk.toString()));
    await expect.poll(() => said.stdout, { timeout: 600_000 }).toMatch(/Sign in .*\n/);
    const address = /Dashboard {2}(\S+)\/\n/.exec(said.stdout)?.[1] ?? '';
    const readStatus = async (): Promise<number> => (await fetch(address)).status;
    // 503 until the dashboard is built, unless it was already.
    await expect.poll(readStatus, { timeout: 600_000 }).toBe(200);
    npm.kill('SIGTERM');
    // Both pipes end only when no child process holds them.
    await once(npm, 'close');
    expect(said.stderr).toContain('"signal":"SIGTERM"');
    const lines = said.stdout.trimEnd().split('\n');
    const starting = lines.findIndex((line) => line.startsWith('Starting Magpie'));
    expect(starting).toBeGreaterThanOrEqual(0);
    expect(lines.indexOf('Starting PostgreSQL…')).toBeGreaterThan(starting);
    expect(lines.at(-1)).toMatch(/^ {2}Sign in {4}http/);
  });
});
