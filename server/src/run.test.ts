import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
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

/** A clone as it is after `npm install`: sources and packages, nothing built. */
function freshClone(): string {
  const clone = mkdtempSync(path.join(os.tmpdir(), 'magpie-clone-'));
  const built = (place: string): boolean => !/\/(dist|node_modules)$|\.tsbuildinfo$/.test(place);
  for (const part of ['contract', 'client', 'server', 'scripts', 'tsconfig.json', 'tsconfig.base.json']) {
    cpSync(path.join(project, part), path.join(clone, part), { recursive: true, filter: built });
  }
  for (const folder of ['.', 'contract', 'client', 'server']) {
    const packages = path.join(project, folder, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, path.join(clone, folder, 'node_modules'));
  }
  return clone;
}

describe('the two ways in', () => {
  afterEach(cleanUp);

  // It compiles everything, beside whatever else runs.
  it('the first run of a fresh clone builds what it needs', { timeout: 180_000 }, async () => {
    const clone = freshClone();
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/run.cjs', '--help'], {
      cwd: clone,
    });
    expect(stdout).toContain('users add <email>');
    expect(existsSync(path.join(clone, 'server/dist/main.js'))).toBe(true);
    // As in a container: what was built, without sources, beside a compiler that some package brought.
    const image = mkdtempSync(path.join(os.tmpdir(), 'magpie-image-'));
    for (const part of [
      'scripts',
      'node_modules',
      ...['contract', 'client', 'server'].map((name) => `${name}/dist`),
    ]) {
      mkdirSync(path.join(image, path.dirname(part)), { recursive: true });
      cpSync(path.join(clone, part), path.join(image, part), { recursive: true });
    }
    for (const part of ['server/package.json', 'server/migrations', 'server/assets']) {
      cpSync(path.join(clone, part), path.join(image, part), { recursive: true });
    }
    const inImage = await promisify(execFile)(process.execPath, ['scripts/run.cjs', '--help'], {
      cwd: image,
    });
    expect(inImage.stdout).toBe(stdout);
    rmSync(image, { recursive: true });
    // Standard output is the command's, which may speak a protocol there; the compiler complains elsewhere.
    writeFileSync(path.join(clone, 'server/src/broken.ts'), 'export const wrong: number = "";');
    const broken = promisify(execFile)(process.execPath, ['scripts/run.cjs', 'mcp'], { cwd: clone });
    await expect(broken).rejects.toMatchObject({ stdout: '', stderr: expect.stringContaining('broken.ts') });
    rmSync(clone, { recursive: true });
  });

  it('the dashboard is built when its sources changed, and put in place whole', () => {
    const root = mkdtempSync(path.join(os.tmpdir(), 'magpie-dashboard-'));
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const write = (name: string, text: string): void => {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    };
    const built = (): string => readFileSync(path.join(root, 'dashboard/dist/index.html'), 'utf8');
    write('dashboard/src/app.ts', 'one');
    expect(buildDashboard(root)).toBe('no builder');
    // A builder that copies the source, and fails where there is none.
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
    // As a checkout of what was before leaves it: as many files, and none newer.
    write('dashboard/src/app.ts', 'one');
    utimesSync(path.join(root, 'dashboard/src/app.ts'), 1000, 1000);
    expect([buildDashboard(root), built()]).toEqual(['built', 'one']);
    rmSync(path.join(root, 'dashboard/dist/index.html'));
    expect([buildDashboard(root), built()]).toEqual(['built', 'one']);
    rmSync(path.join(root, 'dashboard/src/app.ts'));
    expect([buildDashboard(root), built()]).toEqual(['failed', 'one']);
    expect(readdirSync(path.join(root, 'node_modules/.cache'))).toEqual([]);
    // Whoever starts Magpie need not be who may write there.
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

  it('a SIGTERM to npm start reaches the service, which stops in order', { timeout: 180_000 }, async () => {
    // What is still to be built is built before, so that the start itself only looks.
    buildDashboard(project);
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, PORT: '0', MAGPIE_DEMO_ADS: '0', MAGPIE_DATA_DIR: makeDataFolder() };
    const npm = spawn('npm', ['start'], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (chunk: Buffer) => void (said += chunk.toString()));
    await expect.poll(() => said, { timeout: 60_000 }).toContain('"msg":"ready"');
    npm.kill('SIGTERM');
    // Both pipes end only when nothing that was started still holds them.
    await once(npm, 'close');
    expect(said).toContain('"signal":"SIGTERM"');
  });
});
