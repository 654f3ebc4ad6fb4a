import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Postgres } from '../db/postgres/postgres.ts';
import { insertImage, type NewImage } from '../studio/aiImages.sql.ts';
import type { Creative, Order } from '../studio/makers/maker.ts';
import { insertProduct } from '../studio/cloneProducts.sql.ts';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import { defaultPace, makeDueImages } from '../studio/makeImages.ts';
import type { Maker } from '../studio/makers/maker.ts';
import { createStudioFiles } from '../studio/storedFiles.ts';
import { silentLog as log } from './clickhouse.ts';

const plainCreative: Creative = {
  productName: 'Cloud Pillow',
  brandName: 'Nimbus',
  headline: 'Sleep on a cloud',
  text: 'Soft where you want it.',
  points: ['Machine washable', 'Ten years of warranty'],
  proof: null,
  offer: '$49',
  callToAction: 'Shop now',
  language: 'en',
  colors: ['#224488'],
  follows: [],
};

export const plainOrder: Order = {
  aspectRatio: '1:1',
  seed: 7,
  layout: null,
  prompt: 'A pillow on a cloud',
  negativePrompt: 'faces, marks of others',
  creative: plainCreative,
  reference: null,
  picture: null,
  logo: null,
};

/** Somebody with a product. */
export async function personWithProduct(
  db: Postgres,
  userId: string,
): Promise<{ readonly userId: string; readonly productId: number }> {
  await db.query(`INSERT INTO users (id, email) VALUES ($1, $1 || '@example.com')`, [userId]);
  const facts = { url: null, description: null, price: null, currency: null, brandName: null, logoUrl: null };
  const lists = { images: [], colors: [], sellingPoints: [], audience: null, tone: null };
  const owner = { authorId: userId, teamId: null, isDefault: true };
  const { id } = await insertProduct(db, {
    name: 'Cloud Pillow',
    font: 'sans',
    ...facts,
    ...lists,
    ...owner,
  });
  return { userId, productId: id };
}

/** An image that waits to be made for the product of somebody; its id. */
export async function queueImage(
  db: Postgres,
  { userId, productId }: { readonly userId: string; readonly productId: number },
  changes: Partial<NewImage> = {},
): Promise<number> {
  const nothing = { brandImageId: null, url: null };
  const image = await insertImage(db, {
    authorId: userId,
    teamId: null,
    productId,
    sourceAdHash: null,
    costEstimate: 0,
    maker: 'template',
    model: 'requested',
    layout: null,
    aspectRatio: '1:1',
    seed: 7,
    prompt: plainOrder.prompt,
    workOrder: { creative: plainCreative, negativePrompt: '', picture: nothing, logo: nothing },
    ...changes,
  });
  return image.id;
}

/** Makes all queued images, as a node does after a notification. Nothing is fetched. */
export function makeQueuedImages(db: Postgres, store: FileStore, makers: readonly Maker[]): Promise<void> {
  return makeDueImages(
    {
      db,
      files: createStudioFiles({ db, files: store, log }),
      checkStorage: () => Promise.resolve(),
      fetch: () => Promise.reject(new Error('nothing is fetched here')),
      makers,
      maxBytes: 1e9,
      room: { enough: () => Promise.resolve(true) },
      pace: defaultPace,
      log,
    },
    new AbortController().signal,
  );
}

/** Runs `imagesChild.ts` in a child process, through Vite since Node 20 does not run TypeScript. */
export function startImagesChild(databaseUrl: string, folder: string, address: string): ChildProcess {
  const vite = path.join(
    path.dirname(createRequire(import.meta.url).resolve('vite/package.json')),
    'dist/node/index.js',
  );
  const victim = fileURLToPath(new URL('./imagesChild.ts', import.meta.url));
  const settings = { root: import.meta.dirname, configFile: false, logLevel: 'error' };
  const load = `
    const { runnerImport } = await import(${JSON.stringify(pathToFileURL(vite).href)});
    await runnerImport(${JSON.stringify(victim)}, ${JSON.stringify(settings)});`;
  const words = ['--input-type=module', '-e', load, databaseUrl, folder, address];
  return spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
}
