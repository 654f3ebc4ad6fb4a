import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { picture, type PictureHost, startPictureHost } from '../../testing/pictures.ts';
import { createImageCache } from './imageCache.ts';
import { createImageProxy, type GetImage } from './imageProxy.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-shown-'));
let host: PictureHost;
beforeAll(async () => {
  host = await startPictureHost();
});
beforeEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await host.close();
});

const shown = (): GetImage =>
  createImageProxy({
    fetch: host.fetch,
    isRenderedLocally: (address) => address.endsWith('/drawn.png'),
    cache: createImageCache({
      folder,
      maxBytes: 1_000_000,
      room: { enough: () => Promise.resolve(true) },
    }),
    maxBytes: 1_000_000,
  });

const getImage = (show: GetImage, address: string, userId = 'ann'): Promise<Buffer> =>
  show({ address, width: 160, userId, signal: new AbortController().signal });

function makeOld(): void {
  const eightDaysAgo = Date.now() / 1000 - 8 * 86_400;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (statSync(file).isFile()) utimesSync(file, eightDaysAgo, eightDaysAgo);
  }
}

it('a picture of a week ago is fetched anew, and shown as it was where its host fails', async () => {
  const address = host.serve('/old.png', await picture('red'));
  const red = await getImage(shown(), address);
  makeOld();
  host.serve('/old.png', (_, response) => void response.writeHead(500).end());
  expect(await getImage(shown(), address)).toEqual(red);
  makeOld();
  host.serve('/old.png', await picture('blue'));
  expect(await getImage(shown(), address)).not.toEqual(red);
});

it('what is kept, and what is drawn here, waits for no place of who waits for many', async () => {
  const show = shown();
  const kept = host.serve('/kept.png', await picture('red'));
  await getImage(show, kept);
  for (let at = 0; at < 4; at += 1)
    void getImage(
      show,
      host.serve(`/never-${at}.png`, () => undefined),
    ).catch(() => undefined);
  await expect.poll(() => host.requests.get('/never-2.png')).toBe(1);
  expect((await getImage(show, kept)).length).toBeGreaterThan(0);
  const drawn = host.serve('/drawn.png', await picture('red'));
  expect((await getImage(show, drawn)).length).toBeGreaterThan(0);
  expect(host.requests.get('/never-3.png')).toBeUndefined();
});
