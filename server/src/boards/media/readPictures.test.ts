import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { contract } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../../ads/identity.ts';
import { createLog } from '../../config/log.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { folderStore } from '../../integrations/storage/files.ts';
import { createPictureReader, type PictureReader } from '../../integrations/words/pictureReader.ts';
import { openAd } from '../../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../../testing/clickhouse.ts';
import {
  picture,
  picturedAd,
  savePictured,
  startPictureHost,
  type PictureHost,
} from '../../testing/pictures.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { drawWords } from '../../testing/words.ts';
import { comparePictures } from './comparePictures.ts';
import { readPictures } from './readPictures.ts';
import { accountQuota, storeDueMedia } from './storeMedia.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const megabyte = 1024 * 1024;
const hashOf = (id: number): string => adHash(`meta:${id}`);
const notStopped = (): AbortSignal => new AbortController().signal;
const [kettle, wordless, unsaved, sameKettle, textOnly, damaged, late] = [1, 2, 3, 4, 5, 6, 7];

describe.each(clickhouseLanes)('words in the pictures of saved ads, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  let host: PictureHost;
  let folder: string;
  let pictureReads = 0;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-words-'));
    [clickhouse, host] = await Promise.all([freshClickHouse(lane), startPictureHost()]);
    service = await startService(postgres, {}, clickhouse);
    await record([kettle, wordless, unsaved, sameKettle, damaged, late], 'Made for people who pour slowly');
    await record([textOnly], 'Gooseneck spout for slow mornings');
    const drawn = await drawWords(['Gooseneck spout', 'Twelve months warranty']);
    const url = host.serve('/kettle.png', drawn);
    await save(kettle, url);
    await save(
      sameKettle,
      host.serve('/again.png', await sharp(drawn).png({ compressionLevel: 1 }).toBuffer()),
    );
    await save(wordless, host.serve('/wordless.png', await drawWords([], '#ee3322')));
    await save(damaged, host.serve('/plain.png', await picture('teal')));
    await store();
    await read();
  });
  afterAll(async () => {
    await Promise.all([service.close(), host.close()]);
    await clickhouse.close();
    rmSync(folder, { recursive: true });
  });

  const record = (ids: readonly number[], body: string) =>
    service.catalog.recordAds(
      ids.map((id) => openAd({ key: `meta:${id}`, advertiser: { name: `Brand ${id}` }, bodies: [body] })),
      { source: 'test', seenAt: new Date('2026-03-01') },
    );
  const save = (id: number, url: string) =>
    savePictured(service.db, 'ann', picturedAd([url], { hash: hashOf(id) }));

  const store = async (): Promise<void> => {
    const files = folderStore(folder);
    await storeDueMedia(
      {
        db: service.db,
        files,
        fetch: host.fetch,
        room: { enough: () => Promise.resolve(true) },
        pictureBytes: megabyte,
        videoBytes: megabyte,
        account: accountQuota(service.db, 10 * megabyte),
        log: createLog('silent'),
      },
      notStopped(),
    );
    await comparePictures({ db: service.db, files, catalog: service.catalog }, notStopped());
  };

  const countingReader = (): PictureReader => {
    const reader = createPictureReader();
    return {
      ...reader,
      read: (bytes) => {
        pictureReads += 1;
        return reader.read(bytes);
      },
    };
  };
  const read = (openReader = countingReader, stopping = notStopped()): Promise<void> => {
    const { db, catalog } = service;
    const log = createLog('silent');
    return readPictures({ db, clickhouse, files: folderStore(folder), catalog, openReader, log }, stopping);
  };

  const wordsOf = async (id: number) => {
    const { data } = await service.owner.get('ads.getDetails', { hash: hashOf(id) });
    return contract.ads.getDetails.output.parse(data).pictureWords;
  };
  const search = async (searchQuery: string): Promise<string[]> => {
    const { data } = await service.owner.get('ads.search', { searchQuery });
    return contract.ads.search.output.parse(data).ads.map(({ hash }) => hash);
  };

  it('are returned with the ad, with their confidence', async () => {
    const lines = await wordsOf(kettle);
    expect(lines?.map(({ text }) => text)).toEqual(['Gooseneck spout', 'Twelve months warranty']);
    expect(lines?.every(({ confidence }) => confidence > 0.5)).toBe(true);
  });

  it('are empty for a picture without words, and null for one that was not read', async () => {
    expect(await wordsOf(wordless)).toEqual([]);
    expect(await wordsOf(unsaved)).toBeNull();
    // Without edges: it has no hash.
    expect(await wordsOf(damaged)).toBeNull();
  });

  it('are read once for all ads with the picture', async () => {
    expect(await wordsOf(sameKettle)).toEqual(await wordsOf(kettle));
    expect(pictureReads).toBe(2);
    await read();
    expect(pictureReads).toBe(2);
  });

  it('are found by searches, alone and together with words of the text', async () => {
    const both = [hashOf(kettle), hashOf(sameKettle)].toSorted();
    expect((await search('warranty')).toSorted()).toEqual(both);
    expect((await search('"twelve months" people')).toSorted()).toEqual(both);
    expect(await search('"spout people"')).toEqual([]);
    expect((await search('slowly -warranty')).toSorted()).toEqual(
      [wordless, unsaved, damaged, late].map(hashOf).toSorted(),
    );
  });

  it('count less than the same words in the text', async () => {
    expect((await search('gooseneck'))[0]).toBe(hashOf(textOnly));
    expect(await search('gooseneck')).toHaveLength(3);
  });

  it('remain when the ad is seen again', async () => {
    await service.catalog.recordAds(
      [openAd({ key: `meta:${kettle}`, advertiser: { name: 'Brand 1' }, bodies: ['Another text'] })],
      { source: 'test', seenAt: new Date('2026-03-02') },
    );
    expect(await search('warranty another')).toEqual([hashOf(kettle)]);
  });

  it('are added to an ad that is saved later with the same picture, without reading it again', async () => {
    await save(late, host.serve('/late.png', await drawWords(['Gooseneck spout', 'Twelve months warranty'])));
    await store();
    const before = pictureReads;
    await read();
    expect(pictureReads).toBe(before);
    expect(await wordsOf(late)).toEqual(await wordsOf(kettle));
    expect(await search('warranty')).toContain(hashOf(late));
  });

  it('are read in the next run if this one stops, and not again if the picture cannot be read', async () => {
    const file = host.serve('/teapot.png', await drawWords(['Porcelain teapot']));
    await save(unsaved, file);
    await store();
    const stop = new AbortController();
    const stoppedReader = (): PictureReader => ({
      ...countingReader(),
      read: async () => {
        stop.abort();
        return [];
      },
    });
    await read(stoppedReader, stop.signal);
    expect(await wordsOf(unsaved)).toBeNull();
    await read(() => createPictureReader(1));
    expect(await wordsOf(unsaved)).toBeNull();
    const before = pictureReads;
    await read();
    expect(pictureReads).toBe(before);
  });

  it('are removed with their ads', async () => {
    const count = () => clickhouse.read<{ rows: number }>('SELECT count() AS rows FROM picture_words FINAL');
    expect(await count()).toEqual([{ rows: 2 }]);
    await service.catalog.removeAds({ keys: '^meta:[1247]$', source: 'test' });
    expect(await count()).toEqual([{ rows: 0 }]);
  });
});
