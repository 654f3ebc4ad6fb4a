import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '@magpie/contract';
import { adHash } from '../../ads/identity.ts';
import { createLog } from '../../config/log.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { hammingDistance, hashPicture } from '../../integrations/images/pdq.ts';
import { folderStore } from '../../integrations/storage/files.ts';
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
import { comparePictures } from './comparePictures.ts';
import { accountQuota, storeDueMedia } from './storeMedia.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const megabyte = 1024 * 1024;
const hashOf = (id: number): string => adHash(`meta:${id}`);
const notStopped = (): AbortSignal => new AbortController().signal;

/** Two and a half percent are cut off at each side. */
const withoutEdge = { left: 15, top: 15, width: 570, height: 570 };

function draw(shapes: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="#246"/>${shapes}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const shoe =
  '<circle cx="180" cy="200" r="140" fill="#fc3"/><rect x="280" y="320" width="260" height="180" fill="#e32"/><rect x="60" y="420" width="150" height="120" fill="#fff"/>';
const kettle =
  '<rect x="40" y="60" width="300" height="90" fill="#fff"/><circle cx="430" cy="330" r="150" fill="#2a8"/><rect x="80" y="300" width="120" height="250" fill="#111"/>';

describe.each(clickhouseLanes)('comparing the pictures of saved ads, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  let host: PictureHost;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-compared-'));
    [clickhouse, host] = await Promise.all([freshClickHouse(lane), startPictureHost()]);
    service = await startService(postgres, {}, clickhouse);
    await service.catalog.recordAds(
      [1, 2, 3, 4, 5, 6, 7, 8].map((id) =>
        openAd({
          key: `meta:${id}`,
          advertiser: { name: id === 1 ? 'Acme' : 'Globex' },
          bodies: [`Number ${id}`],
        }),
      ),
      { source: 'test', seenAt: new Date('2026-03-01') },
    );
    await saveAds();
    await storeDueMedia(
      {
        db: service.db,
        files: folderStore(folder),
        fetch: host.fetch,
        room: { enough: () => Promise.resolve(true) },
        pictureBytes: megabyte,
        videoBytes: megabyte,
        account: accountQuota(service.db, 10 * megabyte),
        log: createLog('silent'),
      },
      notStopped(),
    );
    await compare();
  });
  afterAll(async () => {
    await Promise.all([service.close(), host.close()]);
    await clickhouse.close();
    rmSync(folder, { recursive: true });
  });

  const compare = (): Promise<void> =>
    comparePictures({ db: service.db, files: folderStore(folder), catalog: service.catalog }, notStopped());

  const saveAds = async (): Promise<void> => {
    const original = await draw(shoe);
    const again = await sharp(original).resize(300, 300).jpeg({ quality: 50 }).toBuffer();
    const url = host.serve('/shoe.png', original);
    const save = (id: number, urls: readonly string[], changes: Parameters<typeof picturedAd>[1] = {}) =>
      savePictured(service.db, 'ann', picturedAd(urls, { hash: hashOf(id), ...changes }));
    await save(1, [url]);
    await save(2, [host.serve('/again.jpg', again, 'image/jpeg')]);
    const cut = await sharp(original).extract(withoutEdge).png().toBuffer();
    await save(8, [host.serve('/cut.png', cut)]);
    await save(3, [host.serve('/kettle.png', await draw(kettle))]);
    await save(4, [host.serve('/plain.png', await picture('teal'))]);
    const { advertiser, media } = picturedAd([url]);
    await save(5, [], { advertiser: { ...advertiser, brandLogo: url } });
    const video = { type: 'video' as const, url: new URL('/missing.mp4', url).href };
    await save(7, [], {
      advertiser: { ...advertiser, brandLogo: url },
      media: media.map((each) => ({ ...each, ...video })),
    });
    const card = {
      headline: null,
      body: null,
      description: null,
      ctaText: null,
      landingPageUrl: null,
      media,
    };
    await save(6, [url], { cards: [card, card] });
  };

  const familyOf = async (id: number) => {
    const { data } = await service.owner.get('ads.getFamily', { hash: hashOf(id) });
    return contract.ads.getFamily.output.parse(data);
  };

  it('joins ads whose pictures are nearly equal, with the distance', async () => {
    const { members, edges, copycats } = await familyOf(1);
    expect(members.map(({ hash }) => hash).toSorted()).toEqual([1, 2, 8].map(hashOf).toSorted());
    const distance = members.find(({ hash }) => hash === hashOf(2))?.sameAs?.pictureDistance;
    expect(distance).toBeGreaterThanOrEqual(0);
    expect(distance).toBeLessThanOrEqual(31);
    expect(edges).toContainEqual({
      hash: expect.any(String),
      otherHash: expect.any(String),
      kind: 'picture',
      similarity: null,
      pictureDistance: distance,
    });
    const pairs = edges.map(({ hash, otherHash }) => [hash, otherHash].toSorted().join(' '));
    expect(new Set(pairs).size).toBe(pairs.length);
    // All were first seen on the same day.
    expect(copycats).toEqual([]);
  });

  it('joins ads whose picture is a cut copy, which the hash of the whole picture does not show', async () => {
    const original = await draw(shoe);
    const cut = await sharp(original).extract(withoutEdge).png().toBuffer();
    const [one, other] = [await hashPicture(original), await hashPicture(cut)];
    expect(hammingDistance(one.pdq, other.pdq)).toBeGreaterThan(31);
    const { members } = await familyOf(1);
    const distance = members.find(({ hash }) => hash === hashOf(8))?.sameAs?.pictureDistance;
    expect(distance).toBeLessThanOrEqual(31);
  });

  it.each([
    [3, 'another picture'],
    [4, 'a picture without edges'],
    [5, 'the same picture as its logo'],
    [6, 'the same picture on one of several cards'],
    [7, 'the same picture as its logo, and a video without a picture'],
  ])('leaves ad %i with %s alone', async (id) => {
    expect((await familyOf(id)).total).toBe(1);
  });

  it('keeps the picture when the ad is seen again', async () => {
    await service.catalog.recordAds(
      [openAd({ key: 'meta:2', advertiser: { name: 'Globex' }, bodies: ['Number 2, revised'] })],
      { source: 'test', seenAt: new Date('2026-03-02') },
    );
    expect((await familyOf(2)).total).toBe(3);
  });

  it('compares each picture once', async () => {
    const read = () =>
      clickhouse.read('SELECT hash, max(version) AS version FROM ads GROUP BY hash ORDER BY hash');
    const before = await read();
    await compare();
    expect(await read()).toEqual(before);
    expect(await service.db.query('SELECT FROM kept_media WHERE place = 0 AND NOT compared')).toEqual([]);
  });
});
