import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderStore } from './files.ts';

describe('files in a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-files-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are read as they were written, whole or as a stream', async () => {
    const files = folderStore(path.join(folder, 'not', 'there', 'yet'));
    const bytes = Buffer.from('a picture');
    await files.write('media/ab/abcd', bytes);
    expect(await files.read('media/ab/abcd')).toEqual(bytes);
    const opened = await files.open('media/ab/abcd');
    expect(opened?.bytes).toBe(bytes.length);
    expect(opened && (await text(opened.body))).toBe('a picture');
  });

  it('are replaced when they are written again, and missing after they were removed, also twice', async () => {
    const files = folderStore(folder);
    await files.write('a/b', Buffer.from('first'));
    await files.write('a/b', Buffer.from('second'));
    expect(String(await files.read('a/b'))).toBe('second');
    await files.remove('a/b');
    await files.remove('a/b');
    await files.remove('never/there');
    expect([await files.read('a/b'), await files.open('a/b')]).toEqual([null, null]);
  });

  it('written many at once under one key are one of them, and no draft is left', async () => {
    const files = folderStore(folder);
    const texts = Array.from({ length: 12 }, (_, index) => String(index).repeat(10_000));
    await Promise.all(texts.map((each) => files.write('a/b', Buffer.from(each))));
    expect(texts).toContain(String(await files.read('a/b')));
    expect(readdirSync(path.join(folder, '.writing'))).toEqual([]);
  });

  it('the draft of a process that was killed is no file, and is swept away after a day', async () => {
    const drafts = path.join(folder, '.writing');
    mkdirSync(drafts);
    writeFileSync(path.join(drafts, 'old'), 'half a');
    writeFileSync(path.join(drafts, 'new'), 'half a');
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(path.join(drafts, 'old'), longAgo, longAgo);
    await folderStore(folder).write('a/b', Buffer.from('whole'));
    expect(readdirSync(drafts)).toEqual(['new']);
  });

  it.each(['', '/etc/passwd', '../secret', 'a/../b', 'a//b', 'a/', '.writing/x', 'a\0b', 'a\\..\\b'])(
    '%j is no key',
    async (key) => {
      const files = folderStore(folder);
      await expect(files.write(key, Buffer.from('x'))).rejects.toThrow('no key of a file');
      await expect(files.read(key)).rejects.toThrow('no key of a file');
    },
  );
});
