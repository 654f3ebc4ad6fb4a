import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createImageCache, type ImageCache } from './imageCache.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-pictures-'));
const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#5a8' } })
  .webp({ lossless: true })
  .toBuffer();

beforeEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the smallest file takes of a disk. */
const blockBytes = 4096;

const cacheOf = (pictures: number, hasRoom = true): ImageCache =>
  createImageCache({
    folder,
    maxBytes: pictures * blockBytes,
    room: { enough: () => Promise.resolve(hasRoom) },
  });

const files = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());

const found = async (cache: ImageCache, ...names: string[]): Promise<string[]> => {
  const held = await Promise.all(names.map((name) => cache.get(name)));
  return names.filter((_, at) => held[at]?.bytes.equals(picture) ?? false);
};

it('a picture is found again, also after a restart', async () => {
  await cacheOf(3).set('a', picture);
  expect(await found(cacheOf(3), 'a', 'b')).toEqual(['a']);
});

it('the least recently used goes first, and the folder stays within its bound', async () => {
  const cache = cacheOf(4);
  for (const name of ['a', 'b', 'c', 'd']) await cache.set(name, picture);
  await cache.get('a');
  await cache.set('e', picture);
  expect(files().length).toBeLessThanOrEqual(4);
  expect(await found(cache, 'a', 'b', 'e')).toEqual(['a', 'e']);
});

it('the order of use holds over a restart', async () => {
  const before = cacheOf(4);
  for (const name of ['a', 'b', 'c']) await before.set(name, picture);
  for (const file of files()) utimesSync(file, 1000, 1000);
  await cacheOf(4).get('b');
  const after = cacheOf(2);
  await after.set('d', picture);
  expect(await found(after, 'a', 'b', 'c', 'd')).not.toContain('a');
  expect(await found(after, 'd')).toEqual(['d']);
});

it.each([20, 0])('what a power cut left with %i bytes or a killed process as a draft goes', async (bytes) => {
  await cacheOf(3).set('a', picture);
  const [file = ''] = files();
  truncateSync(file, bytes);
  writeFileSync(`${file}.0123456789ab`, picture);
  expect(await found(cacheOf(3), 'a')).toEqual([]);
  expect(files()).toEqual([]);
});

it('a picture is old after a week, and fresh again when it is kept anew', async () => {
  const cache = cacheOf(3);
  await cache.set('a', picture);
  expect(await cache.get('a')).toMatchObject({ isFresh: true });
  const [file = ''] = files();
  const eightDaysAgo = Date.now() / 1000 - 8 * 86_400;
  utimesSync(file, eightDaysAgo, eightDaysAgo);
  const later = cacheOf(3);
  expect(await later.get('a')).toMatchObject({ isFresh: false });
  // That it was used makes it no younger.
  expect(await cacheOf(3).get('a')).toMatchObject({ isFresh: false });
  await later.set('a', picture);
  expect(await later.get('a')).toMatchObject({ isFresh: true });
});

it('what goes while it is read is counted once, so that the folder stays within its bound', async () => {
  const cache = cacheOf(4);
  for (let kept = 0; kept < 30; kept += 1) {
    // Readers that come one after the other, so that some of them are there whenever one goes.
    const readers = Array.from({ length: 20 }, async (_, late) => {
      for (let wait = 0; wait < late; wait += 1) await new Promise(setImmediate);
      await Promise.all(Array.from({ length: kept }, (_name, name) => cache.get(`${name}`)));
    });
    await Promise.all([cache.set(`${kept}`, picture), ...readers]);
  }
  expect(files().length).toBeLessThanOrEqual(4);
});

it('gives some of its room back when the disk is almost full', async () => {
  let hasRoom = true;
  const cache = createImageCache({
    folder,
    maxBytes: 9 * blockBytes,
    room: { enough: () => Promise.resolve(hasRoom) },
  });
  for (const name of ['a', 'b', 'c']) await cache.set(name, picture);
  hasRoom = false;
  await cache.set('d', picture);
  expect(await found(cache, 'a', 'b', 'c', 'd')).toEqual(['b', 'c']);
});

it('nothing is kept on a disk that is almost full, nor where nothing may be kept', async () => {
  const [full, none] = [cacheOf(3, false), cacheOf(0)];
  await full.set('a', picture);
  await none.set('a', picture);
  expect(await found(full, 'a')).toEqual([]);
  expect(await found(none, 'a')).toEqual([]);
});
