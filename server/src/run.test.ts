import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanUp, makeDataFolder } from './testing/process.ts';

const project = path.resolve(import.meta.dirname, '../..');

/** A clone as it is after `npm install`: sources and packages, nothing built. */
function freshClone(): string {
  const clone = mkdtempSync(path.join(os.tmpdir(), 'magpie-clone-'));
  const built = (place: string): boolean => !/\/(dist|node_modules)$|\.tsbuildinfo$/.test(place);
  for (const part of ['contract', 'server', 'bench', 'scripts', 'tsconfig.json', 'tsconfig.base.json']) {
    cpSync(path.join(project, part), path.join(clone, part), { recursive: true, filter: built });
  }
  for (const folder of ['.', 'contract', 'server', 'bench']) {
    const packages = path.join(project, folder, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, path.join(clone, folder, 'node_modules'));
  }
  return clone;
}

describe('the two ways in', () => {
  afterEach(cleanUp);

  // It compiles everything, beside whatever else runs.
  it('the first run of a fresh clone builds what it needs', { timeout: 120_000 }, async () => {
    const clone = freshClone();
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/run.cjs', '--help'], {
      cwd: clone,
    });
    expect(stdout).toContain('users add <email>');
    expect(existsSync(path.join(clone, 'server/dist/main.js'))).toBe(true);
    rmSync(clone, { recursive: true });
  });

  it('a SIGTERM to npm start reaches the service, which stops in order', async () => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, PORT: '0', MAGPIE_DEMO_ADS: '0', MAGPIE_DATA_DIR: makeDataFolder() };
    const npm = spawn('npm', ['start'], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (chunk: Buffer) => void (said += chunk.toString()));
    await expect.poll(() => said, { timeout: 25_000 }).toContain('"msg":"ready"');
    npm.kill('SIGTERM');
    // Both pipes end only when nothing that was started still holds them.
    await once(npm, 'close');
    expect(said).toContain('"signal":"SIGTERM"');
  });
});
