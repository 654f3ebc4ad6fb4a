import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { imageInside, startImageServer } from '../testing/imageServer.ts';
import { freshDatabase } from '../testing/postgres.ts';
import { anyLane, cleanUp, databaseUrlOf, makeDataFolder, startServer } from '../testing/process.ts';
import { startS3Server } from '../testing/s3Server.ts';
import type { Client } from '../testing/service.ts';

afterEach(cleanUp);

const rounds = 6;

it(`${rounds} SIGKILLs to one of two nodes: each image is made once, and every file belongs to one`, async () => {
  const outside = await startImageServer();
  const storage = await startS3Server();
  const db = await freshDatabase(anyLane);
  const { origin, bucket, region, key: account, secret } = storage.address;
  const key = 'a_key_of_our_own_0123456789_abcdef';
  const settings = {
    DATABASE_URL: databaseUrlOf(db),
    S3_URL: `${origin.replace('//', `//${account}:${secret}@`)}/${bucket}?region=${region}`,
    AI_IMAGE_URL: outside.address,
    AI_IMAGE_MODEL: 'painter',
    MAGPIE_LIMIT_WRITE: '1000000',
    MAGPIE_BOOTSTRAP_KEY: key,
  };
  const folders = [makeDataFolder(), makeDataFolder()] as const;
  const start = (node: 0 | 1) => startServer(folders[node], settings);
  const nodes = [await start(0), await start(1)];
  const clientOf = (node: number): Client => nodes[node]?.clientWith(key) ?? nobody();
  const { data: product } = await clientOf(0).post('cloneProducts.create', { name: 'Cloud Pillow' });
  const generate = async (node: number, maker: string): Promise<number> => {
    const { status, data } = await clientOf(node).post('aiImages.generate', { productId: product.id, maker });
    expect(status).toBe(200);
    return data.id;
  };
  let requested = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const [killed, survivor] = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const maker of ['endpoint', 'template', 'endpoint', 'template']) {
      outside.next.push(async (...given) => {
        await sleep(500);
        await imageInside(...given);
      });
      await generate(killed, maker);
      requested += 1;
    }
    await sleep((round * 977) % 3500);
    await nodes[killed]?.end('SIGKILL');
    const id = await generate(survivor, 'template');
    requested += 1;
    // Long before the claims of the killed node expire.
    const isMade = async (): Promise<boolean> =>
      (await clientOf(survivor).get('aiImages.get', { id })).data.status === 'succeeded';
    await expect.poll(isMade, { timeout: 20_000, interval: 100 }).toBe(true);
    nodes[killed] = await start(killed);
  }
  const unfinished = (): Promise<object[]> =>
    db.query(`SELECT FROM ai_images WHERE status IN ('queued', 'running')`);
  await expect.poll(async () => (await unfinished()).length, { timeout: 120_000, interval: 500 }).toBe(0);
  const images = await db.query<{ status: string; error: string | null }>(
    'SELECT status, error FROM ai_images',
  );
  expect(images).toHaveLength(requested);
  for (const image of images) expect(image).toEqual({ status: 'succeeded', error: null });
  const there = storage.keys().filter((name) => name.startsWith('studio/'));
  const [noted] = await db.query<{ count: number }>('SELECT count(*) FROM studio_files');
  // Leftover files are registered, so that housekeeping deletes them.
  expect(noted?.count).toBeGreaterThanOrEqual(there.length);
  expect(there.length).toBeGreaterThanOrEqual(2 * requested);
  for (const node of nodes) await node.end('SIGTERM');
  await db.close();
  await storage.close();
  outside.close();
});

function nobody(): never {
  throw new Error('there are two nodes');
}
