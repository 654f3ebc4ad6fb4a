import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { docsFolder } from './examples.ts';

const run = promisify(execFile);
const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

const root = fileURLToPath(new URL('../../..', import.meta.url));
const document = path.join(docsFolder, 'openapi.json');

/** Expected results of each generated client: ads found by each call, and the name of the created board. */
interface Calls {
  (address: string, key: string): Promise<{ all: number; few: number; listed: number; board: string }>;
}

/** Calls with openapi-fetch: every optional parameter is left out in one of them. */
const callsByOpenApiFetch = `
import createClient from 'openapi-fetch';
import type { paths } from './openapiTypescript.js';

export async function call(baseUrl: string, key: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
  const all = await client.GET('/api/v1/trpc/ads.search');
  const few = await client.GET('/api/v1/trpc/ads.search', {
    params: { query: { input: { searchQuery: 'sleep', limit: 2, isPartnership: false } } },
  });
  const listed = await client.POST('/api/v1/trpc/ads.search', { body: { platforms: ['tiktok'] } });
  const board = await client.POST('/api/v1/trpc/boards.create', { body: { name: 'By openapi-fetch' } });
  await client.GET('/api/trending/topics', { params: { query: { windowDays: 7 } } });
  await client.GET('/api/v1/trpc/ads.getDetails', { params: { query: { input: { hash: 'x' } } } });
  return {
    all: all.data?.result.data.total ?? -1,
    few: few.data?.result.data.ads.length ?? -1,
    listed: listed.data?.result.data.total ?? -1,
    board: board.data?.result.data.name ?? '',
  };
}
`;

const callsByHeyApi = `
import { createClient, createConfig } from './heyApi/client/index.js';
import { adsGetDetails, adsSearch, adsSearchPost, boardsCreate, bridgeTrendingTopics } from './heyApi/index.js';

export async function call(baseUrl: string, key: string) {
  const client = createClient(createConfig({ baseUrl, auth: key }));
  const all = await adsSearch({ client });
  const few = await adsSearch({ client, query: { input: { searchQuery: 'sleep', limit: 2, isPartnership: false } } });
  const listed = await adsSearchPost({ client, body: { platforms: ['tiktok'] } });
  const board = await boardsCreate({ client, body: { name: 'By hey-api' } });
  await bridgeTrendingTopics({ client, query: { windowDays: 7 } });
  await adsGetDetails({ client, query: { input: { hash: 'x' } } });
  return {
    all: all.data?.result.data.total ?? -1,
    few: few.data?.result.data.ads.length ?? -1,
    listed: listed.data?.result.data.total ?? -1,
    board: board.data?.result.data.name ?? '',
  };
}
`;

describe('clients generated from the OpenAPI document', () => {
  let folder: string;
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  beforeAll(async () => {
    // Inside the workspace, where imports of the clients are resolved, and ignored by git.
    const built = path.join(root, 'server/dist');
    mkdirSync(built, { recursive: true });
    folder = mkdtempSync(path.join(built, 'generated-clients-'));
    clickhouse = await freshClickHouse('embedded');
    service = await startService(lane, {}, clickhouse);
    const ads = ['sleep well', 'sleep more', 'sleep now', 'wake up'].map((body, at) =>
      openAd({ key: `meta:${at}`, bodies: [body], platforms: [body === 'wake up' ? 'tiktok' : 'facebook'] }),
    );
    await service.catalog.recordAds(ads, { source: 'test', seenAt: new Date() });
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
    rmSync(folder, { recursive: true });
  });

  it('compile without optional parameters, and every filter takes effect', async () => {
    await generate(folder);
    await compile(folder);
    for (const [calls, board] of [
      ['openApiFetch', 'By openapi-fetch'],
      ['heyApiCalls', 'By hey-api'],
    ] as const) {
      const module = path.join(folder, 'compiled', `${calls}.js`);
      const { call } = (await import(pathToFileURL(module).href)) as { call: Calls };
      expect(await call(service.address, service.owner.key)).toEqual({ all: 4, few: 2, listed: 1, board });
    }
  }, 180_000);
});

async function generate(folder: string): Promise<void> {
  const types = astToString(await openapiTS(pathToFileURL(document)));
  writeFileSync(path.join(folder, 'openapiTypescript.ts'), types);
  await createClient({
    input: document,
    output: { path: path.join(folder, 'heyApi'), importFileExtension: '.js' },
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
    logs: { level: 'silent' },
  });
  writeFileSync(path.join(folder, 'openApiFetch.ts'), callsByOpenApiFetch);
  writeFileSync(path.join(folder, 'heyApiCalls.ts'), callsByHeyApi);
}

/** With strict options. */
async function compile(folder: string): Promise<void> {
  const options = {
    compilerOptions: {
      strict: true,
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
      module: 'esnext',
      moduleResolution: 'bundler',
      skipLibCheck: true,
      outDir: 'compiled',
    },
    files: ['openApiFetch.ts', 'heyApiCalls.ts'],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(options));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(stdout).toBe('');
}
