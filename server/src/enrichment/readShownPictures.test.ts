import { contract } from '@magpie/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import { createLog } from '../config/log.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { createShownPictures } from '../integrations/images/shownPictures.ts';
import { createPictureReader, type PictureReader } from '../integrations/words/pictureReader.ts';
import { openAd } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { noise, startPictureHost, type PictureHost } from '../testing/pictures.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { drawWords } from '../testing/words.ts';
import { maxFetchesPerRun, readShownPictures } from './readShownPictures.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const hashOf = (name: string): string => adHash(`meta:${name}`);
const media = (url: string) => ({ type: 'image' as const, url, thumbnailUrl: null });
const megabyte = 1024 * 1024;

describe.each(clickhouseLanes)('words in shown pictures, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  let host: PictureHost;
  let kettle: Buffer;
  let pictureReads = 0;
  let shown = createShownPictures();
  beforeAll(async () => {
    [clickhouse, host, kettle] = await Promise.all([
      freshClickHouse(lane),
      startPictureHost(),
      drawWords(['Gooseneck spout', 'Twelve months warranty']),
    ]);
    service = await startService(postgres, {}, clickhouse);
  });
  beforeEach(() => {
    pictureReads = 0;
    shown = createShownPictures();
  });
  afterAll(async () => {
    await Promise.all([service.close(), host.close()]);
    await clickhouse.close();
  });

  type Media = Parameters<typeof openAd>[0]['media'];
  const record = (ads: Readonly<Record<string, Media>>, more: Parameters<typeof openAd>[0] = {}) =>
    service.catalog.recordAds(
      Object.entries(ads).map(([name, each]) =>
        openAd({
          key: `meta:${name}`,
          advertiser: { name: `Brand ${name}` },
          bodies: ['Made for people who pour slowly'],
          media: each,
          ...more,
        }),
      ),
      { source: 'test', seenAt: new Date('2026-03-01') },
    );
  const requests = (path: string): number => host.requests.get(path) ?? 0;

  const openReader = (): PictureReader => {
    const reader = createPictureReader();
    return {
      ...reader,
      read: (bytes) => {
        pictureReads += 1;
        return reader.read(bytes);
      },
    };
  };
  const read = (stopping = new AbortController().signal): Promise<void> => {
    const { catalog } = service;
    const log = createLog('silent');
    const parts = { clickhouse, catalog, shown, fetch: host.fetch, maxBytes: megabyte, openReader, log };
    return readShownPictures(parts, stopping);
  };

  const wordsOf = async (name: string) => {
    const { data } = await service.owner.get('ads.getDetails', { hash: hashOf(name) });
    return contract.ads.getDetails.output.parse(data).pictureWords?.map(({ text }) => text) ?? null;
  };
  const search = async (searchQuery: string) => {
    const { data } = await service.owner.get('ads.search', { searchQuery });
    return contract.ads.search.output.parse(data).ads;
  };

  it('are read without another fetch, once for all ads with the picture, and found', async () => {
    const [first, second] = [host.serve('/first.png', kettle), host.serve('/second.png', kettle)];
    await record({ first: [media(first)], second: [media(second)], third: [media(second)] });
    shown.add(first, hashOf('first'));
    shown.add(second, hashOf('second'));
    shown.add(second, hashOf('third'));
    shown.addBytes(first, kettle);
    shown.addBytes(second, kettle);
    await read();
    expect(pictureReads).toBe(1);
    expect([requests('/first.png'), requests('/second.png')]).toEqual([0, 0]);
    for (const name of ['first', 'second', 'third']) {
      expect(await wordsOf(name)).toEqual(['Gooseneck spout', 'Twelve months warranty']);
    }
    const found = await search('warranty slowly');
    expect(found.map(({ hash }) => hash).toSorted()).toEqual(
      ['first', 'second', 'third'].map(hashOf).toSorted(),
    );
    expect(found.map(({ pictureMatch }) => pictureMatch)).toEqual(
      found.map(() => ({ lines: ['Twelve months warranty'], isOnlyInPicture: true })),
    );
    expect((await search('slowly'))[0]?.pictureMatch).toBeUndefined();
  });

  it('are neither read nor fetched again after a restart', async () => {
    const url = host.serve('/again.png', kettle);
    await record({ again: [media(url)] });
    shown.add(url, hashOf('again'));
    await read();
    expect(requests('/again.png')).toBe(1);
    shown = createShownPictures();
    shown.add(url, hashOf('again'));
    await read();
    expect([requests('/again.png'), pictureReads]).toEqual([1, 0]);
    expect(await wordsOf('again')).toHaveLength(2);
  });

  it('are read only in the main picture of an indexed ad, whatever the browser says', async () => {
    const url = host.serve('/other.png', kettle);
    const second = host.serve('/card.png', kettle);
    await record({ other: [media('https://other.example/main.png'), media(url)] });
    const card = { headline: 'Card', media: [media(second)] };
    await record({ cards: [media(second)] }, { cards: [card, card] });
    shown.add(url, hashOf('other'));
    shown.add(url, hashOf('unknown'));
    shown.add(second, hashOf('cards'));
    await read();
    expect([requests('/other.png'), requests('/card.png'), pictureReads]).toEqual([0, 0, 0]);
    expect(await wordsOf('other')).toBeNull();
  });

  it('are fetched from the hosts in small numbers per run; the rest waits', async () => {
    const ads = Array.from({ length: maxFetchesPerRun + 3 }, (_, at) => `many-${at}`);
    const missing = (name: string): string =>
      host.serve(`/${name}.png`, (_, response) => void response.writeHead(404).end());
    await record(Object.fromEntries(ads.map((name) => [name, [media(missing(name))]])));
    for (const name of ads) shown.add(missing(name), hashOf(name));
    const fetched = (): number => ads.reduce((sum, name) => sum + requests(`/${name}.png`), 0);
    await read();
    expect(fetched()).toBe(maxFetchesPerRun);
    await read();
    expect(fetched()).toBe(ads.length);
    await read();
    expect(fetched()).toBe(ads.length);
  });

  it('are not read in what is no picture, a plain one, or one that is not public', async () => {
    const svg = host.serve('/drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    const plain = host.serve('/plain.png', await drawWords([], '#224466'));
    const large = host.serve('/large.png', await noise(800, 800));
    const internal = 'http://127.0.0.1:9/a.png';
    const pictures = { svg, plain, large, internal };
    await record(Object.fromEntries(Object.entries(pictures).map(([name, url]) => [name, [media(url)]])));
    for (const [name, url] of Object.entries(pictures)) shown.add(url, hashOf(name));
    await read();
    expect(await wordsOf('svg')).toBeNull();
    expect(await wordsOf('large')).toBeNull();
    expect(await wordsOf('internal')).toBeNull();
    expect((await wordsOf('plain')) ?? []).toEqual([]);
  });

  it('are not added if the run is stopped', async () => {
    const url = host.serve('/stopped.png', await drawWords(['Porcelain teapot']));
    await record({ stopped: [media(url)] });
    shown.add(url, hashOf('stopped'));
    const stop = new AbortController();
    stop.abort();
    await read(stop.signal);
    expect(await wordsOf('stopped')).toBeNull();
  });
});
