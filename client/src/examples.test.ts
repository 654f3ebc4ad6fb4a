import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createMagpieClient, isPaged, type MagpieClient, recordsOf } from '@magpie/client';
import { contract, inputFields, type OpenAdInput, procedures } from '@magpie/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../../server/src/db/clickhouse/clickhouse.ts';
import { openAd } from '../../server/src/testing/catalog.ts';
import { freshClickHouse } from '../../server/src/testing/clickhouse.ts';
import { picture } from '../../server/src/testing/pictures.ts';
import { postgresLanes } from '../../server/src/testing/postgres.ts';
import { startService, type TestService } from '../../server/src/testing/service.ts';
import { account } from './examples/account.ts';
import { ads } from './examples/ads.ts';
import { aiImages } from './examples/aiImages.ts';
import { apiKeys } from './examples/apiKeys.ts';
import { audit } from './examples/audit.ts';
import { boards } from './examples/boards.ts';
import { brandImages } from './examples/brandImages.ts';
import { brandSpy } from './examples/brandSpy.ts';
import { cloneProducts } from './examples/cloneProducts.ts';
import { comments } from './examples/comments.ts';
import { companies } from './examples/companies.ts';
import { errors } from './examples/errors.ts';
import { idempotency } from './examples/idempotency.ts';
import { labels } from './examples/labels.ts';
import { searches } from './examples/searches.ts';
import { notifications } from './examples/notifications.ts';
import { pages } from './examples/pages.ts';
import { reports } from './examples/reports.ts';
import { sources } from './examples/sources.ts';
import { start } from './examples/start.ts';
import { system } from './examples/system.ts';
import { tags } from './examples/tags.ts';
import { teams } from './examples/teams.ts';
import { trending, unusedPairs } from './examples/trending.ts';
import { webhooks } from './examples/webhooks.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('no embedded lane');
const today = new Date().toISOString().slice(0, 10);

let clickhouse: ClickHouseEngine;
let service: TestService;
let client: MagpieClient;
beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
  service = await startService(lane, {}, clickhouse);
  client = createMagpieClient({ url: service.address, key: service.owner.key });
  await record('first', 5, { bodies: ['Free shipping on every sale'], format: 'video' });
});
afterAll(async () => {
  await service.close();
  await clickhouse.close();
});

async function record(name: string, count: number, ad: Partial<OpenAdInput>): Promise<void> {
  const ofAcme = Array.from({ length: count }, (_, at) =>
    openAd({
      ...ad,
      key: `meta:${name}${at}`,
      platforms: ['facebook'],
      startDate: today,
      engagement: { likes: 10 },
    }),
  );
  await service.catalog.recordAds(ofAcme, { source: 'test', seenAt: new Date() });
}

const logo = async (): Promise<string> => (await picture('tomato')).toString('base64');

/** Each with its result on five ads of Acme. */
const examples: Readonly<Record<string, readonly [() => Promise<unknown>, unknown]>> = {
  account: [() => account(client), 'owner@localhost, who owns this instance'],
  ads: [() => ads(client), 1],
  aiImages: [() => aiImages(client), 'queued, made by template'],
  apiKeys: [() => apiKeys(client, service.address), expect.arrayContaining(['Report'])],
  audit: [() => audit(client), expect.arrayContaining([expect.stringContaining('owner@localhost')])],
  boards: [() => boards(client), '/b/hooks-we-like'],
  brandImages: [async () => brandImages(client, await logo()), '40 × 30'],
  brandSpy: [
    () => brandSpy(client, 'acme'),
    ['Acme: 5 of 5 ads are active', '5× Free shipping on every sale'],
  ],
  cloneProducts: [() => cloneProducts(client), 'Cloud Pillow, #ff6347, rounded, the default'],
  companies: [() => companies(client, ['Acme', 'Globex']), ['Acme: 5 new ads']],
  notifications: [() => notifications(client), '5 ads in 90 days, on, 0 unread'],
  pages: [() => pages(client), '3 active, 4 launches'],
  errors: [
    async () => [await errors(client, 'Acmee'), await errors(client, '')],
    [
      expect.stringMatching(/Did you mean Acme\?$/),
      expect.stringMatching(/^brandSpy\.getHeader 400: companyName companyName must/),
    ],
  ],
  idempotency: [
    async () => (await idempotency(client, 'Order 7')) - (await idempotency(client, 'Order 7')),
    0,
  ],
  sources: [() => sources(client, 'EAA-token-of-the-ad-library'), ['shoes: meta-api, every 360 min']],
  start: [() => start(service.address, service.owner.key), ['Acme: 5 ads']],
  system: [() => system(client), expect.stringMatching(/^Magpie \S+ with 5 ads of 1 advertisers, ok$/)],
  teams: [() => teams(client, 'ben@example.com'), ['owner active', 'viewer invited']],
  trending: [async () => [await trending(client), await unusedPairs(client)], [['Acme: 50'], []]],
  webhooks: [
    () => webhooks(client, 'https://hooks.example.com/magpie'),
    [expect.stringMatching(/^keep this: whsec_/), 'test: waiting'],
  ],
  comments: [() => comments(client), ['Try this hook.']],
  searches: [() => searches(client, 'free shipping'), 5],
  labels: [() => labels(client), ['Strong hook, blue']],
  reports: [() => reports(client, 'Acme'), ['friday']],
  tags: [() => tags(client, 'Free shipping'), 5],
};

it.each(Object.entries(examples))(
  'the %s example returns the expected result',
  async (_name, [run, result]) => {
    expect(await run()).toEqual(result);
  },
);

it('every router has an example, and every example is tested', () => {
  const files = readdirSync(path.join(import.meta.dirname, 'examples')).map((file) => path.parse(file).name);
  expect(files.toSorted()).toEqual(Object.keys(examples).toSorted());
  expect(files).toEqual(expect.arrayContaining(Object.keys(contract)));
});

it('every code block of the README is part of an example', () => {
  const read = (...names: string[]): string => readFileSync(path.join(import.meta.dirname, ...names), 'utf8');
  const flat = (text: string): string => text.replaceAll(/^\s+|\s+$/gm, '');
  const run = Object.keys(examples).map((name) => flat(read('examples', `${name}.ts`)));
  const shown = [...read('..', 'README.md').matchAll(/^```ts\n(.*?)^```/gms)].map(([, block = '']) =>
    flat(block),
  );
  expect(shown.filter((block) => !run.some((text) => text.includes(block)))).toEqual([]);
  expect(shown.length).toBeGreaterThan(2);
});

it('every procedure with a cursor is paged and accepts a limit of 100', () => {
  const paged = [...procedures].filter(([, procedure]) => inputFields(procedure).includes('cursor'));
  expect(paged.filter(([name]) => !isPaged(name)).map(([name]) => name)).toEqual([]);
  for (const [, { input }] of paged) {
    const issues = input.safeParse({ limit: 100, cursor: 1 }).error?.issues ?? [];
    expect(issues.filter((issue) => ['limit', 'cursor'].includes(String(issue.path[0])))).toEqual([]);
  }
});

it('iterates over a stable snapshot without duplicates, and stops fetching when the loop is left', async () => {
  const requests: string[] = [];
  const counting = createMagpieClient({
    url: service.address,
    key: service.owner.key,
    fetch: (address, request) => {
      requests.push(address as string);
      return fetch(address, request);
    },
  });
  const iterate = () => recordsOf(counting, 'brandSpy.getTimeline', { companyName: 'Acme', limit: 2 });
  const hashes: string[] = [];
  for await (const { hash } of iterate()) {
    if (hashes.push(hash) === 1) await record('later', 4, { bodies: ['New'] });
  }
  expect([new Set(hashes).size, hashes.length, requests.length]).toEqual([5, 5, 3]);
  for await (const _ of iterate()) break;
  expect(requests).toHaveLength(4);
});
