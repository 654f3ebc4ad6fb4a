import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeAtomically } from './writeAtomically.ts';

describe('writing a folder atomically', () => {
  let parent: string;
  let target: string;
  beforeEach(() => {
    parent = mkdtempSync(path.join(os.tmpdir(), 'magpie-unfinished-'));
    target = path.join(parent, 'backup');
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  const writing =
    (text: string) =>
    (folder: string): Promise<void> => {
      writeFileSync(path.join(folder, 'file'), text);
      return Promise.resolve();
    };

  it('rejects a second writer of the same target without touching the first', async () => {
    await writeAtomically(target, async (folder) => {
      await writing('first')(folder);
      for (const attempt of [1, 2]) {
        await expect(writeAtomically(target, writing(`second, ${attempt}`))).rejects.toThrow(
          `Another backup to ${target} is already running; wait for it to finish.`,
        );
      }
    });
    expect(readFileSync(path.join(target, 'file'), 'utf8')).toBe('first');
    expect(readdirSync(parent)).toEqual(['backup']);
  });

  it('does not touch unknown files with the names that it uses', async () => {
    mkdirSync(`${target}.unfinished`);
    mkdirSync(path.join(parent, 'thesis.unfinished'));
    writeFileSync(path.join(parent, 'thesis.unfinished.lock'), 'mine');
    const before = readdirSync(parent);
    await expect(writeAtomically(target, writing('text'))).rejects.toThrow(
      `${target}.unfinished exists and is not a backup; move it or choose another folder.`,
    );
    expect(readdirSync(parent)).toEqual(before);
    await writeAtomically(path.join(parent, 'other'), writing('text'));
    expect(readdirSync(parent)).toEqual([...before, 'other'].toSorted());
  });

  it('removes leftovers of a killed process', async () => {
    mkdirSync(`${target}.unfinished`);
    writeFileSync(`${target}.unfinished.lock`, 'magpie backup\n');
    await writeAtomically(path.join(parent, 'other'), writing('text'));
    expect(readdirSync(parent)).toEqual(['other']);
  });

  it('ignores other files named like a lock', async () => {
    const named = (name: string): string => path.join(parent, `${name}.unfinished.lock`);
    execFileSync('mkfifo', [named('pipe')]);
    mkdirSync(named('folder'));
    symlinkSync('/nowhere', named('link'));
    mkdirSync(path.join(parent, 'theirs.unfinished'));
    writeFileSync(named('theirs'), 'magpie backup\n');
    if (process.getuid?.() === 0) chownSync(named('theirs'), 12_345, 12_345);
    else chmodSync(named('theirs'), 0);
    const before = readdirSync(parent);
    await writeAtomically(target, writing('text'));
    expect(readdirSync(parent)).toEqual([...before, 'backup'].toSorted());
  });

  it('fails at once if the target or its lock is a pipe or a link', async () => {
    execFileSync('mkfifo', [`${target}.unfinished.lock`]);
    await expect(writeAtomically(target, writing('text'))).rejects.toThrow(
      `${target}.unfinished.lock exists and is not a backup; move it or choose another folder.`,
    );
    rmSync(`${target}.unfinished.lock`);
    symlinkSync('/nowhere', target);
    const made = writeAtomically(target, () => Promise.reject(new Error('all the work was done')));
    await expect(made).rejects.toThrow(`${target} already exists; choose a folder that does not exist.`);
  });

  it('passes on system errors about other files', async () => {
    const elsewhere = Object.assign(new Error('cannot read'), {
      code: 'EACCES',
      syscall: 'open',
      path: path.join(`${parent}-data`, 'files', 'one'),
    });
    await expect(writeAtomically(target, () => Promise.reject(elsewhere))).rejects.toThrow('cannot read');
    const { syscall, code } = elsewhere;
    const beside = Object.assign(new Error('cannot read'), {
      syscall,
      code,
      path: path.join(parent, 'data'),
    });
    await expect(writeAtomically(target, () => Promise.reject(beside))).rejects.toThrow('cannot read');
  });

  it('fails if the folder was replaced meanwhile', async () => {
    const made = writeAtomically(target, async (folder) => {
      rmSync(folder, { recursive: true });
      mkdirSync(path.join(parent, 'so that the number is not given again'));
      mkdirSync(folder);
      await writing('text')(folder);
    });
    await expect(made).rejects.toThrow(`${target}.unfinished was removed or replaced during the backup`);
    expect(existsSync(target)).toBe(false);
  });

  it.each([
    { where: '/etc/passwd', problem: 'it is a file' },
    { where: '/etc/passwd/below', problem: 'a part of its path is a file' },
    { where: '/proc', problem: 'ENOENT' },
  ])('says why nothing can be written to $where', async ({ where, problem }) => {
    await expect(writeAtomically(path.join(where, 'backup'), writing('text'))).rejects.toThrow(
      `A backup cannot be written to ${where}: ${problem}`,
    );
  });

  it('reports a full disk', async () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
    await expect(writeAtomically(target, () => Promise.reject(full))).rejects.toThrow(
      `A backup cannot be written to ${parent}: its disk is full; choose a folder that this account can write to.`,
    );
    expect(readdirSync(parent)).toEqual([]);
  });
});
