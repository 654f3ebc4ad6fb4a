import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderStore } from '../integrations/storage/files.ts';
import { createLog } from '../config/log.ts';
import { listen } from '../db/postgres/listen.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { picture } from '../testing/pictures.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { personWithProduct, queueImage } from '../testing/studio.ts';
import { findImage } from './aiImages.sql.ts';
import { type ImageMaker, startImageMaker } from './imageMaker.ts';
import type { MadeImage, Maker } from './makers/maker.ts';
import { createStudioFiles } from './storedFiles.ts';

const log = createLog('silent');
/** Longer than any test here. */
const never = 1e6;

interface Node {
  readonly name: string;
  readonly make: Maker['make'];
  readonly everyMilliseconds?: number;
  readonly renewMilliseconds?: number;
}

describe.each(postgresLanes)('two nodes that make images, on $name', (lane) => {
  let db: PostgresEngine;
  let folder: string;
  let ann: Awaited<ReturnType<typeof personWithProduct>>;
  beforeAll(async () => {
    db = await freshDatabase(lane);
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-nodes-'));
    ann = await personWithProduct(db, 'ann');
  });
  afterAll(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => db.query('DELETE FROM ai_images'));

  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  const startNode = async (node: Node): Promise<ImageMaker> => {
    const { name, make, everyMilliseconds = never, renewMilliseconds = 20 } = node;
    const shapes = { aspectRatios: ['1:1'] as const, layouts: [] };
    const parts = {
      db,
      files: createStudioFiles({ db, files: folderStore(folder), log }),
      checkStorage: () => Promise.resolve(),
      fetch: () => Promise.reject(new Error('nothing is fetched here')),
      makers: [{ maker: 'template' as const, model: name, costEstimate: 0, ...shapes, make }],
      maxBytes: 1e9,
      room: { enough: () => Promise.resolve(true) },
      pace: { renewMilliseconds, pollMilliseconds: 5, storageMilliseconds: 1 },
      log,
    };
    const maker = startImageMaker(parts, everyMilliseconds);
    const news = await listen(db.connection, { magpie_images: () => maker.wake() }, log);
    closers.push(
      () => news.close(),
      () => maker.stop(),
    );
    return maker;
  };
  const painted = async (): Promise<MadeImage> => ({ bytes: await picture('red'), layout: null });
  const untilMade = (id: number) =>
    vi.waitUntil(
      async () => {
        const image = await findImage(db, id);
        return image?.status === 'succeeded' && image;
      },
      { timeout: 60_000, interval: 5 },
    );

  it('both work after one notification, and each image is made once', async () => {
    const made: string[] = [];
    const paintingOf =
      (name: string): Maker['make'] =>
      async () => {
        made.push(name);
        // The first waits for the second, which must find the next image without another notification.
        await vi.waitUntil(() => new Set(made).size === 2, { timeout: 60_000, interval: 5 });
        return painted();
      };
    await startNode({ name: 'one', make: paintingOf('one') });
    await startNode({ name: 'other', make: paintingOf('other') });
    const ids: number[] = [];
    for (let number = 0; number < 6; number += 1) ids.push(await queueImage(db, ann));
    for (const id of ids) await untilMade(id);
    expect(made).toHaveLength(6);
  });

  it('one makes new images at once after the other died, and the other’s images when the claims expire', async () => {
    let comeBack = (_made: MadeImage): void => undefined;
    const hung = new Promise<MadeImage>((resolve) => void (comeBack = resolve));
    const begin = vi.fn<Maker['make']>(() => hung);
    const dead = await startNode({ name: 'dead', make: begin, renewMilliseconds: never });
    const old = await queueImage(db, ann);
    await vi.waitUntil(() => begin.mock.calls.length === 1, { timeout: 60_000, interval: 5 });
    await startNode({ name: 'alive', make: painted, everyMilliseconds: 20 });
    const fresh = await queueImage(db, ann);
    expect(await untilMade(fresh)).toMatchObject({ model: 'alive' });
    expect((await findImage(db, old))?.status).toBe('running');
    await db.query('UPDATE ai_images SET due_at = now() WHERE id = $1', [old]);
    expect(await untilMade(old)).toMatchObject({ model: 'alive' });

    const filesThere = (): number =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /[0-9a-f]{32}$/.test(name))
        .length;
    const before = filesThere();
    comeBack(await painted());
    await dead.stop();
    expect([await findImage(db, old), filesThere()]).toMatchObject([{ model: 'alive' }, before]);
  });

  it('one makes the images that the other releases on shutdown', async () => {
    const begin = vi.fn<Maker['make']>(() => new Promise<MadeImage>(() => undefined));
    const stopped = await startNode({ name: 'stopped', make: begin });
    const id = await queueImage(db, ann);
    await vi.waitUntil(() => begin.mock.calls.length === 1, { timeout: 60_000, interval: 5 });
    await stopped.stop();
    await startNode({ name: 'next', make: painted, everyMilliseconds: 20 });
    expect(await untilMade(id)).toMatchObject({ model: 'next' });
  });
});
