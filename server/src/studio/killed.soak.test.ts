import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { imageInside, startImageServer } from '../testing/imageServer.ts';
import { cleanUp, connectTo, makeDataFolder, startServer } from '../testing/process.ts';

afterEach(cleanUp);

const rounds = 6;

it(`SIGKILL ${rounds} times while images are made: each is made once, and every file is of one`, async () => {
  const outside = await startImageServer();
  const folder = makeDataFolder();
  const settings = {
    AI_IMAGE_URL: outside.address,
    AI_IMAGE_MODEL: 'painter',
    MAGPIE_LIMIT_WRITE: '1000000',
  };
  let server = await startServer(folder, settings);
  const key = server.key ?? '';
  const { data: product } = await server
    .clientWith(key)
    .post('cloneProducts.create', { name: 'Cloud Pillow' });
  let asked = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const client = server.clientWith(key);
    for (const maker of ['endpoint', 'template', 'endpoint', 'template']) {
      outside.next.push(async (...given) => {
        await sleep(500);
        await imageInside(...given);
      });
      expect((await client.post('aiImages.generate', { productId: product.id, maker })).status).toBe(200);
      asked += 1;
    }
    await sleep(1500 + ((round * 977) % 3500));
    await server.end('SIGKILL');
    server = await startServer(folder, settings);
  }
  const db = connectTo(folder);
  // A queue whose worker was killed is given to another after a minute or two.
  const unfinished = (): Promise<object[]> =>
    db.query(`SELECT FROM ai_images WHERE status IN ('queued', 'running')`);
  while ((await unfinished()).length > 0) await sleep(1000);
  const images = await db.query<{ status: string; error: string | null }>(
    'SELECT status, error FROM ai_images',
  );
  expect(images).toHaveLength(asked);
  for (const { status, error } of images) {
    expect([status, error]).toEqual(
      status === 'succeeded'
        ? ['succeeded', null]
        : ['failed', 'This image was tried three times, and the last time the process that made it ended.'],
    );
  }
  const succeeded = images.filter(({ status }) => status === 'succeeded').length;
  expect(succeeded).toBeGreaterThan(asked / 2);
  const there = readdirSync(path.join(folder, 'files'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /^studio.[0-9a-f]{2}.[0-9a-f]{32}$/.test(name),
  );
  const [noted] = await db.query<{ count: number }>('SELECT count(*) FROM studio_files');
  // What a kill left is noted, for housekeeping to delete.
  expect(noted?.count).toBeGreaterThanOrEqual(there.length);
  expect(there.length).toBeGreaterThanOrEqual(2 * succeeded);
  await db.close();
  outside.close();
});
