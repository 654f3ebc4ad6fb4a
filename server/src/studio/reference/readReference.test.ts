import type { Ad } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageRenderer } from '../../integrations/drawing/drawing.ts';
import { silentLog } from '../../testing/clickhouse.ts';
import { startPictureHost, type PictureHost } from '../../testing/pictures.ts';
import { drawReferenceAd, referenceAds } from '../../testing/referenceAds.ts';
import { createReferenceReader } from './readReference.ts';

type Media = Ad['media'][number];

const drawing = createImageRenderer();
let host: PictureHost;
let drawn: Buffer;
beforeAll(async () => {
  host = await startPictureHost();
  drawn = await drawReferenceAd(referenceAds[0] ?? expect.fail(), drawing);
});
afterAll(() => Promise.all([host.close(), drawing.close()]));

const sha256 = 'a'.repeat(64);
const site = 'http://magpie.example';

function read(media: readonly Partial<Media>[], cards: Ad['cards'] = []) {
  const reader = createReferenceReader({
    fetch: host.fetch,
    readKeptFile: (key) => Promise.resolve(key === sha256 ? drawn : null),
    siteUrl: () => site,
    log: silentLog,
  });
  return reader({ media: media.map((one) => ({ ...nothing, ...one })), cards });
}

const nothing: Media = {
  type: 'image',
  url: '',
  thumbnailUrl: null,
  width: null,
  height: null,
  durationSeconds: null,
};

describe('the picture of a reference ad', () => {
  it('is read from the copy of a saved ad, without a request', async () => {
    const layout = await read([{ url: `${site}/media/${sha256}.png` }]);
    expect(layout?.regions.map(({ role }) => role)).toContain('headline');
  });

  it('is fetched from elsewhere, also if its address looks like one of a copy', async () => {
    const url = host.serve(`/media/${sha256}.png`, drawn);
    expect((await read([{ url }]))?.regions.length).toBeGreaterThan(2);
    expect(host.requests.get(`/media/${sha256}.png`)).toBe(1);
  });

  it('is that of a video', async () => {
    const thumbnailUrl = host.serve('/thumbnail.png', drawn);
    expect(await read([{ type: 'video', url: `${site}/film.mp4`, thumbnailUrl }])).not.toBeNull();
  });

  it('is null without one, if it is gone, and if it is damaged', async () => {
    expect(await read([])).toBeNull();
    const gone = host.serve('/here.png', drawn).replace('here', 'gone');
    expect(await read([{ url: gone }])).toBeNull();
    expect(await read([{ url: host.serve('/text.png', Buffer.from('no picture')) }])).toBeNull();
    expect(await read([{ url: `${site}/media/${'b'.repeat(64)}.png` }])).toBeNull();
  });
});
