import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

let clickhouse: ClickHouseEngine;
let service: TestService;
let ann: Client;
let boardId: number;
const [indexed, saved, unknown] = ['meta:1', 'meta:2', 'meta:3'].map(adHash) as [string, string, string];

beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
  service = await startService(lane, {}, clickhouse);
  ann = await service.newcomer();
  await service.catalog.recordAds(
    [openAd({ key: 'meta:1', headlines: ['One'] }), openAd({ key: 'meta:2', headlines: ['Two'] })],
    { source: 'test', seenAt: new Date() },
  );
  boardId = (await ann.post('boards.create', { name: 'Board' })).data.id;
  await ann.post('ads.addToBoard', { boardId, hash: saved, note: 'Mine' });
});
afterAll(async () => {
  await service.close();
  await clickhouse.close();
});

const exportOf = (who: Client, query: string): Promise<Response> =>
  fetch(`${service.address}/api/export/ads.csv?${query}`, {
    headers: { authorization: `Bearer ${who.key}` },
  });

it('ads.getMany returns ads in the given order, each once, and lists unknown hashes', async () => {
  const { data } = await ann.get('ads.getMany', { hashes: [saved, unknown, indexed, saved] });
  expect(data.ads.map(({ hash }: { hash: string }) => hash)).toEqual([saved, indexed]);
  expect(data.notFound).toEqual([unknown]);
  const details = await ann.get('ads.getDetails', { hash: indexed });
  expect(details.data).toMatchObject(data.ads[1]);
});

it('ads.getMany finds copies of ads that the index lost, for those who may see them', async () => {
  const capture = { platform: 'facebook', externalId: '77', companyName: 'Acme' };
  const { hash } = (await ann.post('ads.addToBoard', { boardId, ad: capture })).data;
  await clickhouse.write(`ALTER TABLE ads DELETE WHERE hash = {hash:String} SETTINGS mutations_sync = 2`, {
    hash,
  });
  expect((await ann.get('ads.getMany', { hashes: [hash] })).data).toMatchObject({
    ads: [{ hash }],
    notFound: [],
  });
  const ben = await service.newcomer();
  expect((await ben.get('ads.getMany', { hashes: [hash] })).data).toEqual({ ads: [], notFound: [hash] });
  expect((await exportOf(ben, `hashes=${hash}`)).status).toBe(404);
});

it('400 for more than 100 hashes', async () => {
  const hashes = Array.from({ length: 101 }, (_, at) => adHash(`meta:x${at}`));
  expect((await ann.post('ads.getMany', { hashes })).status).toBe(400);
  expect((await ann.post('ads.getMany', { hashes: hashes.slice(1) })).status).toBe(200);
});

it('the export of hashes has ads that are not saved, and takes no other parameter', async () => {
  const response = await exportOf(ann, `hashes=${indexed},${saved}`);
  const rows: Record<string, string>[] = parse(await response.text(), { bom: true, columns: true });
  expect(rows.map(({ hash, headline, note }) => [hash, headline, note])).toEqual([
    [indexed, 'One', ''],
    [saved, 'Two', 'Mine'],
  ]);
  expect(rows.map(({ savedAt }) => savedAt !== '')).toEqual([false, true]);
  expect(rows.map(({ boardIds }) => boardIds)).toEqual(['', String(boardId)]);
  const other = await exportOf(ann, `hashes=${indexed}&limit=3`);
  expect([other.status, await other.text()]).toEqual([400, expect.stringContaining('limit')]);
  expect((await exportOf(ann, `hashes=${unknown}`)).status).toBe(404);
});

it('tags.list returns each tag once, by category', async () => {
  const { data } = await ann.get('tags.list');
  expect(data.length).toBeGreaterThan(0);
  expect(new Set(data.map((tag: { tagDefinitionId: number }) => tag.tagDefinitionId)).size).toBe(data.length);
});
