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
import { writeAtomically } from './unfinished.ts';

describe('a folder that is made whole', () => {
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

  it('is not touched by a second one to the same place, which is refused', async () => {
    await writeAtomically(target, async (folder) => {
      await writing('first')(folder);
      for (const attempt of [1, 2]) {
        await expect(writeAtomically(target, writing(`second, ${attempt}`))).rejects.toThrow(
          `Another backup to ${target} is under way; wait for its end.`,
        );
      }
    });
    expect(readFileSync(path.join(target, 'file'), 'utf8')).toBe('first');
    expect(readdirSync(parent)).toEqual(['backup']);
  });

  it('leaves alone what somebody else has under the names that it would use', async () => {
    mkdirSync(`${target}.unfinished`);
    mkdirSync(path.join(parent, 'thesis.unfinished'));
    writeFileSync(path.join(parent, 'thesis.unfinished.lock'), 'mine');
    const before = readdirSync(parent);
    await expect(writeAtomically(target, writing('text'))).rejects.toThrow(
      `${target}.unfinished is there and is no backup; move it, or give another folder.`,
    );
    expect(readdirSync(parent)).toEqual(before);
    await writeAtomically(path.join(parent, 'other'), writing('text'));
    expect(readdirSync(parent)).toEqual([...before, 'other'].toSorted());
  });

  it('takes away what a killed one left', async () => {
    mkdirSync(`${target}.unfinished`);
    writeFileSync(`${target}.unfinished.lock`, 'magpie backup\n');
    await writeAtomically(path.join(parent, 'other'), writing('text'));
    expect(readdirSync(parent)).toEqual(['other']);
  });

  it('passes over whatever else is called as a lock', async () => {
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

  it('is refused at once where a pipe or a link has its name or that of its lock', async () => {
    execFileSync('mkfifo', [`${target}.unfinished.lock`]);
    await expect(writeAtomically(target, writing('text'))).rejects.toThrow(
      `${target}.unfinished.lock is there and is no backup; move it, or give another folder.`,
    );
    rmSync(`${target}.unfinished.lock`);
    symlinkSync('/nowhere', target);
    const made = writeAtomically(target, () => Promise.reject(new Error('all the work was done')));
    await expect(made).rejects.toThrow(`${target} is there already; give a folder that is not.`);
  });

  it('says of files beside it what the system said', async () => {
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

  it('gets no name when it was taken away meanwhile', async () => {
    const made = writeAtomically(target, async (folder) => {
      rmSync(folder, { recursive: true });
      mkdirSync(path.join(parent, 'so that the number is not given again'));
      mkdirSync(folder);
      await writing('text')(folder);
    });
    await expect(made).rejects.toThrow(`${target}.unfinished was taken away while it was written`);
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

  it('says that the disk is full', async () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
    await expect(writeAtomically(target, () => Promise.reject(full))).rejects.toThrow(
      `A backup cannot be written to ${parent}: its disk is full; give a folder in which this account may write.`,
    );
    expect(readdirSync(parent)).toEqual([]);
  });
});
