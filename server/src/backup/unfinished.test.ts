import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { madeWhole } from './unfinished.ts';

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
    await madeWhole(target, async (folder) => {
      await writing('first')(folder);
      for (const attempt of [1, 2]) {
        await expect(madeWhole(target, writing(`second, ${attempt}`))).rejects.toThrow(
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
    await expect(madeWhole(target, writing('text'))).rejects.toThrow(
      `${target}.unfinished is there and is no backup; move it, or give another folder.`,
    );
    expect(readdirSync(parent)).toEqual(before);
    await madeWhole(path.join(parent, 'other'), writing('text'));
    expect(readdirSync(parent)).toEqual([...before, 'other'].toSorted());
  });

  it('takes away what a killed one left', async () => {
    mkdirSync(`${target}.unfinished`);
    writeFileSync(`${target}.unfinished.lock`, 'magpie backup\n');
    await madeWhole(path.join(parent, 'other'), writing('text'));
    expect(readdirSync(parent)).toEqual(['other']);
  });

  it('gets no name when it was taken away meanwhile', async () => {
    const made = madeWhole(target, async (folder) => {
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
    await expect(madeWhole(path.join(where, 'backup'), writing('text'))).rejects.toThrow(
      `A backup cannot be written to ${where}: ${problem}`,
    );
  });

  it('says that the disk is full', async () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
    await expect(madeWhole(target, () => Promise.reject(full))).rejects.toThrow(
      `A backup cannot be written to ${parent}: its disk is full; give a folder in which this account may write.`,
    );
    expect(readdirSync(parent)).toEqual([]);
  });
});
