import { describe, expect, it } from 'vitest';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { picturedAd, savePictured } from '../../testing/pictures.ts';
import { copyMedia, listMedia } from './keptMedia.sql.ts';
import { maxPictures, enqueuePictures, pictureUrls, videoUrls } from '../saveAd.ts';

const part = (type: 'image' | 'video', url: string, thumbnailUrl: string | null = null) => ({
  type,
  url,
  thumbnailUrl,
  width: null,
  height: null,
  durationSeconds: null,
});

const card = (...media: ReturnType<typeof part>[]) => ({
  headline: null,
  body: null,
  description: null,
  ctaText: null,
  landingPageUrl: null,
  media,
});

const advertiser = (brandLogo: string | null) => ({
  advertiserId: 7,
  name: 'Acme',
  brandLogo,
  pageUrl: null,
});

describe('the pictures of an ad', () => {
  it('are its distinct images, video thumbnails, card media and logo', () => {
    const ad = picturedAd([], {
      media: [
        part('image', 'http://a/1', 'http://a/small'),
        part('video', 'http://a/film', 'http://a/still'),
      ],
      cards: [
        card(part('image', 'http://a/card'), part('video', 'http://a/film2')),
        card(part('image', 'http://a/1')),
      ],
      advertiser: advertiser('http://a/logo'),
    });
    expect(pictureUrls(ad)).toEqual([
      'http://a/1',
      'http://a/small',
      'http://a/still',
      'http://a/logo',
      'http://a/card',
    ]);
    expect(videoUrls(ad)).toEqual(['http://a/film', 'http://a/film2']);
  });

  it('are not its videos if they have the same address', () => {
    expect(
      videoUrls(picturedAd(['http://a/1'], { media: [part('video', 'http://a/1', 'http://a/1')] })),
    ).toEqual([]);
  });

  it.each([null, 'http://127.0.0.1:3000/logos/7.svg'])('do not include a generated logo: %s', (brandLogo) => {
    expect(pictureUrls(picturedAd([], { advertiser: advertiser(brandLogo) }))).toEqual([]);
  });
});

describe.each(postgresLanes)('queuing the pictures of a saved ad on $name', (lane) => {
  it('accepts URLs of any length, in order, up to the maximum', async () => {
    const db = await freshDatabase(lane);
    const urls = Array.from({ length: 80 }, (_, index) => `http://a/${index}/${'long'.repeat(2000)}`);
    const id = await savePictured(db, 'ann', picturedAd(urls));
    expect((await listMedia(db, id)).map(({ url }) => url)).toEqual(urls.slice(0, maxPictures));
    await db.close();
  });

  it('adds new pictures once', async () => {
    const db = await freshDatabase(lane);
    const id = await savePictured(db, 'ann', picturedAd(['http://a/1', 'http://a/2']));
    await enqueuePictures(db, id, picturedAd(['http://a/3', 'http://a/2', 'http://a/4']));
    await enqueuePictures(db, id, picturedAd(['http://a/4', 'http://a/1']));
    const noted = await listMedia(db, id);
    expect(noted.map(({ url }) => url)).toEqual(['http://a/1', 'http://a/2', 'http://a/3', 'http://a/4']);
    expect(noted.every(({ isWaiting }) => isWaiting)).toBe(true);
    await db.close();
  });

  it('a copy of a saved ad has the same pictures, and queues those that are not stored', async () => {
    const db = await freshDatabase(lane);
    const original = await savePictured(db, 'ann', picturedAd(['http://a/1', 'http://a/2', 'http://a/3']));
    const copy = await savePictured(db, 'ben', picturedAd([]));
    await db.query(
      `INSERT INTO kept_files (sha256, mime_type, bytes, width, height) VALUES ($1, 'image/png', 1, 1, 1)`,
      ['ab'.repeat(32)],
    );
    await db.query(`UPDATE kept_media SET due_at = NULL, sha256 = $1, kept_at = now() WHERE place = 0`, [
      'ab'.repeat(32),
    ]);
    await db.query(`UPDATE kept_media SET due_at = NULL, error = 'Gone.', tries = 5 WHERE place = 1`);
    await db.query(
      `UPDATE kept_media SET due_at = now() + interval '1 day', error = 'Full.', tries = 2 WHERE place = 2`,
    );
    await copyMedia(db, [{ copy, original }]);
    const [kept] = await listMedia(db, original);
    const waiting = { isWaiting: true, error: null, sha256: null };
    expect(await listMedia(db, copy)).toMatchObject([
      { ...kept },
      { ...waiting, url: 'http://a/2' },
      { ...waiting, url: 'http://a/3' },
    ]);
    const rows = await db.query(
      `SELECT place, tries, due_at <= now() AS due FROM kept_media WHERE saved_ad_id = $1 AND sha256 IS NULL ORDER BY place`,
      [copy],
    );
    expect(rows).toEqual([1, 2].map((place) => ({ place, tries: 0, due: true })));
    await db.close();
  });
});
