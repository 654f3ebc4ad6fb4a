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
  buildDashboard: (root: string) => string;
};

const writeIn = (root: string, name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
};

/** A clone after `npm install`: sources and packages, nothing built. Kept small, because it is compiled. */
function freshClone(): string {
  const clone = mkdtempSync(path.join(os.tmpdir(), 'magpie-clone-'));
  const options = { module: 'nodenext', target: 'es2023', rootDir: 'src', outDir: 'dist', types: ['node'] };
  writeIn(clone, 'server/tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['src'] }));
  writeIn(clone, 'server/package.json', '{"type":"module"}');
  writeIn(clone, 'server/src/main.ts', "console.log('called with', process.argv.slice(2).join(' '));");
  cpSync(path.join(project, 'scripts'), path.join(clone, 'scripts'), { recursive: true });
  symlinkSync(path.join(project, 'node_modules'), path.join(clone, 'node_modules'));
  return clone;
}

describe('starting from a clone', () => {
  afterEach(cleanUp);

  it('the first run of a fresh clone builds what it needs', async () => {
    const clone = freshClone();
    const run = (root: string, ...words: string[]) =>
      promisify(execFile)(process.execPath, ['scripts/run.cjs', ...words], { cwd: root });
    const first = await run(clone, 'users', 'list');
    expect(first).toEqual({ stdout: 'called with users list\n', stderr: '' });
    // As in a container: the build without sources, with a compiler that some package installed.
    const image = mkdtempSync(path.join(os.tmpdir(), 'magpie-image-'));
    for (const part of ['scripts', 'node_modules', 'server/dist', 'server/package.json'])
      cpSync(path.join(clone, part), path.join(image, part), { recursive: true });
    expect(await run(image, 'users', 'list')).toEqual(first);
    rmSync(image, { recursive: true });
    // Standard output belongs to the command; the compiler writes to standard error.
    writeIn(clone, 'server/src/broken.ts', 'export const wrong: number = "";');
    const stderr: unknown = expect.stringContaining('broken.ts');
    await expect(run(clone, 'mcp')).rejects.toMatchObject({ stdout: '', stderr });
    rmSync(clone, { recursive: true });
  });

  it('the dashboard is rebuilt when its sources changed, and replaced atomically', () => {
    const root = mkdtempSync(path.join(os.tmpdir(), 'magpie-dashboard-'));
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const write = (name: string, text: string): void => writeIn(root, name, text);
    const built = (): string => readFileSync(path.join(root, 'dashboard/dist/index.html'), 'utf8');
    write('dashboard/src/app.ts', 'one');
    expect(buildDashboard(root)).toBe('no builder');
    // A builder that copies the source, and fails if none exists.
    write('node_modules/vite/package.json', '{}');
    write(
      'node_modules/vite/bin/vite.js',
      `const fs = require('node:fs');
       const [, , , folder, , out] = process.argv;
       fs.writeFileSync(out + '/half', '');
       fs.copyFileSync(folder + '/src/app.ts', out + '/index.html');`,
    );
    expect([buildDashboard(root), built()]).toEqual(['built', 'one']);
    expect(buildDashboard(root)).toBe('unchanged');
    write('dashboard/src/other.ts', '');
    write('dashboard/src/app.ts', 'two');
    expect([buildDashboard(root), built()]).toEqual(['built', 'two']);
    // As after a checkout of an older version: the same number of files, none newer.
    write('dashboard/src/app.ts', 'one');
    utimesSync(path.join(root, 'dashboard/src/app.ts'), 1000, 1000);
    expect([buildDashboard(root), built()]).toEqual(['built', 'one']);
    rmSync(path.join(root, 'dashboard/dist/index.html'));
    expect([buildDashboard(root), built()]).toEqual(['built', 'one']);
    rmSync(path.join(root, 'dashboard/src/app.ts'));
    expect([buildDashboard(root), built()]).toEqual(['failed', 'one']);
    expect(readdirSync(path.join(root, 'node_modules/.cache'))).toEqual([]);
    // The account that starts Magpie may have no write access there.
    rmSync(path.join(root, 'node_modules/.cache'), { recursive: true });
    write('node_modules/.cache', 'no folder');
    write('dashboard/src/app.ts', 'three');
    expect([buildDashboard(root), built()]).toEqual(['failed', 'one']);
    expect(said.mock.calls.flat()).toEqual([
      expect.stringContaining('could not be built (its builder failed)'),
      expect.stringContaining('could not be built (EEXIST'),
    ]);
    said.mockRestore();
    rmSync(root, { recursive: true });
  });

  it('a SIGTERM to npm start stops the server cleanly', { timeout: 600_000 }, async () => {
    // Built in advance, so that the start only checks.
    buildDashboard(project);
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, PORT: '0', MAGPIE_DEMO_ADS: '0', MAGPIE_DATA_DIR: makeDataFolder() };
    const npm = spawn('npm', ['start'], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (chunk: Buffer) => void (said += chunk.toString()));
    await expect.poll(() => said, { timeout: 600_000 }).toContain('"msg":"ready"');
    npm.kill('SIGTERM');
    // Both pipes end only when no child process holds them.
    await once(npm, 'close');
    expect(said).toContain('"signal":"SIGTERM"');
  });
});
