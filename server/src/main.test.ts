import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { variables } from './config/variables.ts';
import { runMagpie } from './testing/process.ts';

const testOptions = { timeout: 600_000 };
const project = path.resolve(import.meta.dirname, '../..');
/** Never opened in these tests. */
const settings = { MAGPIE_DATA_DIR: '/dev/null/nowhere' };

describe('the command line', testOptions, () => {
  it('prints help with --help and exits 0', async () => {
    const { code, stdout, stderr } = await runMagpie(['--help'], settings);
    expect([code, stderr]).toEqual([0, '']);
    for (const word of ['Usage:', 'serve', 'users add <email>', 'Exit codes']) expect(stdout).toContain(word);
  });

  it('prints help of a command with --help and exits 0', async () => {
    const { code, stdout, stderr } = await runMagpie(['users', 'add', '--help'], settings);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: node \S+main\.js users add <email>\n\n(.+\n){3}$/);
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(path.join(project, 'server/package.json'), 'utf8'));
    for (const option of ['--version', '-v']) {
      expect(await runMagpie([option], settings)).toMatchObject({ code: 0, stdout: `magpie ${version}\n` });
    }
  });

  it('shows the way it was called in its usage', async () => {
    const bin = mkdtempSync(path.join(os.tmpdir(), 'magpie-bin-'));
    symlinkSync(path.join(project, 'scripts/run.cjs'), path.join(bin, 'magpie'));
    const inShell = (line: string): string =>
      execFileSync('bash', ['-c', line], {
        cwd: project,
        encoding: 'utf8',
        env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` },
      });
    for (const called of ['magpie', 'node scripts/run.cjs', 'node server/dist/main.js']) {
      const named = /^Usage: (.+) <command>$/m.exec(inShell(`${called} --help`))?.[1] ?? '';
      expect(named).toBe(called);
      expect(inShell(`${named} --version`)).toMatch(/^magpie \d/);
    }
    rmSync(bin, { recursive: true });
  });

  it.each([
    [[], 'Missing argument: the e-mail address of the person.'],
    [['not an address'], "'not an address' is not an e-mail address."],
    [['a@example.com', 'b@example.com'], 'Expected one e-mail address, got 2.'],
  ])('users add %j: exits 2 with an error message', async (args, sentence) => {
    const { code, stdout, stderr } = await runMagpie(['users', 'add', ...args], settings);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/\nUsage: node \S+ users add <email>\n$/);
    expect(stderr.split('\n')[0]).toBe(sentence);
  });
});

it('exits normally when the reader closes the pipe', testOptions, async () => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../dist/main.js'), '--help']);
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, stderr]).toEqual([0, '']);
});

describe('the environment', testOptions, () => {
  it('exits 2 and lists all invalid variables, one per line, without secrets', async () => {
    const names = Object.values(variables)
      .map(({ name }) => name)
      // Only a NUL would be invalid, which an environment cannot contain.
      .filter((name) => name !== 'MAGPIE_DATA_DIR');
    const wrong = Object.fromEntries(names.map((name) => [name, `wrong secret of ${name} !`]));
    const { code, stdout, stderr } = await runMagpie(['serve'], { ...settings, ...wrong });
    expect([code, stdout]).toEqual([2, '']);
    const lines = stderr.trim().split('\n');
    expect(lines.map((line) => line.split(':')[0]).toSorted()).toEqual(names.toSorted());
    for (const line of lines) expect(line).toMatch(/^\w+: expected .+, got .+\.$/);
    for (const secret of ['MAGPIE_BOOTSTRAP_KEY', 'DATABASE_URL', 'CLICKHOUSE_URL', 'REDIS_URL']) {
      expect(stderr).not.toContain(`wrong secret of ${secret}`);
    }
  });

  it('exits 2 for an invalid MAGPIE_BOOTSTRAP_KEY before anything is opened', async () => {
    const badKey = { MAGPIE_BOOTSTRAP_KEY: 'too short' };
    expect(await runMagpie(['serve'], { ...settings, ...badKey })).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'MAGPIE_BOOTSTRAP_KEY: expected 32 to 255 letters, digits and _, got 9 characters that do not fit.\n',
    });
  });

  it('is checked by commands too', async () => {
    const { code, stderr } = await runMagpie(['users', 'add', 'a@example.com'], {
      ...settings,
      PORT: 'http',
    });
    expect([code, stderr]).toEqual([2, 'PORT: expected a whole number from 0 to 65535, got "http".\n']);
  });
});
