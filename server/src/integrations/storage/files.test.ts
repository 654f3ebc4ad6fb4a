import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../testing/s3Server.ts';
import type { FileStore } from './fileStore.ts';
import { folderStore, openFiles } from './files.ts';

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-files-'));
  s3 = await startS3Server();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await s3.close();
});

describe.each([
  ['a folder', () => openFiles({ dataFolder: path.join(folder, 'not', 'there', 'yet'), s3Url: null })],
  ['S3-compatible storage', () => openFiles({ dataFolder: folder, s3Url: s3.address })],
])('files in %s', (_, opened) => {
  let files: FileStore;
  beforeAll(() => {
    files = opened();
  });

  it('can be kept, which is found out before any is', async () => {
    expect(await files.check()).toBeUndefined();
  });

  it('are read as they were written, whole or as a stream', async () => {
    const bytes = Buffer.from('a picture');
    await files.write('media/ab/abcd', bytes);
    expect(await files.read('media/ab/abcd')).toEqual(bytes);
    const file = await files.open('media/ab/abcd');
    expect([file?.bytes, file && (await buffer(file.body))]).toEqual([bytes.length, bytes]);
  });

  it('are read in part', async () => {
    await files.write('media/ab/part', Buffer.from('a picture'));
    const file = await files.open('media/ab/part', { start: 2, end: 5 });
    expect([file?.bytes, file && String(await buffer(file.body))]).toEqual([4, 'pict']);
  });

  it('are replaced when they are written again, and missing after they were removed, also twice', async () => {
    await files.write('a/b', Buffer.from('first'));
    await files.write('a/b', Buffer.from('second'));
    expect(String(await files.read('a/b'))).toBe('second');
    await files.remove('a/b');
    await files.remove('a/b');
    await files.remove('never/there');
    expect([await files.read('a/b'), await files.open('a/b')]).toEqual([null, null]);
  });

  it('written many at once under one key are one of them', async () => {
    const texts = Array.from({ length: 12 }, (_each, index) => String(index).repeat(10_000));
    await Promise.all(texts.map((each) => files.write('many/at-once', Buffer.from(each))));
    expect(texts).toContain(String(await files.read('many/at-once')));
  });

  it('of 8 MB come in pieces, and of none at all too', async () => {
    const bytes = randomBytes(8 * 1024 * 1024);
    await files.write('large', bytes);
    const file = await files.open('large');
    const pieces: Buffer[] = [];
    for await (const piece of file?.body ?? []) pieces.push(piece as Buffer);
    expect([file?.bytes, pieces.length > 8, Buffer.concat(pieces).equals(bytes)]).toEqual([
      bytes.length,
      true,
      true,
    ]);
    await files.write('empty', Buffer.alloc(0));
    const empty = await files.open('empty');
    expect([empty?.bytes, empty && (await buffer(empty.body))]).toEqual([0, Buffer.alloc(0)]);
  });

  it('may be let go of before they are read to their end', async () => {
    await files.write('large', randomBytes(1024 * 1024));
    for (const reads of [0, 1]) {
      const file = await files.open('large');
      if (reads === 1) await new Promise((resolve) => void file?.body.once('readable', resolve));
      file?.body.destroy();
      await new Promise((resolve) => void file?.body.once('close', resolve));
    }
    expect((await files.read('large'))?.length).toBe(1024 * 1024);
  });

  it.each([
    '',
    '/etc/passwd',
    '../secret',
    'a/../b',
    'a//b',
    'a/',
    '.writing/x',
    'a\0b',
    'a\\..\\b',
    'a?b',
    'a%2fb',
  ])('%j is no key', async (key) => {
    for (const work of [
      files.write(key, Buffer.from('x')),
      files.read(key),
      files.open(key),
      files.remove(key),
    ]) {
      await expect(work).rejects.toThrow('not a valid file key');
    }
  });
});

describe('files in a folder', () => {
  it('leave no draft, and the one of a process that was killed is swept away after a day', async () => {
    const own = path.join(folder, 'swept');
    const drafts = path.join(own, '.writing');
    mkdirSync(drafts, { recursive: true });
    writeFileSync(path.join(drafts, 'old'), 'half a');
    writeFileSync(path.join(drafts, 'new'), 'half a');
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(path.join(drafts, 'old'), longAgo, longAgo);
    await folderStore(own).write('a/b', Buffer.from('whole'));
    expect(readdirSync(drafts)).toEqual(['new']);
  });
});
