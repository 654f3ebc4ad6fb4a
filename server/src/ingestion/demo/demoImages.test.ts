import { expect, it } from 'vitest';
import { checkImage } from '../../integrations/images/checkImage.ts';
import type { SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import { demoAds } from '@magpie/demo/demoAds';
import { industryNames } from '@magpie/demo/industries';
import { withDemoImages } from './demoMedia.ts';
import { drawDemoImage } from '@magpie/demo/images';

const outside: SafeFetch = (address) => Promise.reject(new Error(`went out to ${address}`));
const fetch = withDemoImages(outside);
const limits = { maxBytes: 1_000_000, milliseconds: 1000 };

it('every demo ad with a picture has one of the declared size', async () => {
  const media = [...demoAds({ ads: 40, today: '2026-03-01' })].flatMap((ad) => ad.media ?? []).slice(0, 3);
  expect(media.length).toBe(3);
  for (const { url, thumbnailUrl, width, height } of media) {
    const { status, bytes } = await fetch(thumbnailUrl ?? url ?? '', limits);
    const picture = await checkImage(bytes);
    expect(status).toBe(200);
    expect(picture.width / picture.height).toBeCloseTo(Number(width) / Number(height), 2);
  }
});

it.each(industryNames)(
  'the same URL always gives the same picture, another URL another one: %s',
  (industry) => {
    const draw = (number: number): string | null =>
      drawDemoImage(`/media/${industry}/visuzeo/${number}-1080x1350.jpg`);
    const drawn = Array.from({ length: 20 }, (_, number) => draw(number));
    expect(drawn).toEqual(Array.from({ length: 20 }, (_, number) => draw(number)));
    expect(new Set(drawn).size).toBe(20);
  },
);

it('URLs of older demos and unknown URLs give a picture too', () => {
  const paths = [
    '/media/visuzeo/17.jpg',
    '/media/visuzeo/17-poster.jpg',
    '/x.png',
    '/media/saas/a/1-100x9999.jpg',
    '/media/zz/1-100x9999.jpg',
    '/media/zz/1-000x000.jpg',
    '/media/saas/a/1-9999x100.jpg',
    '/media/zz/1-000x4400.jpg',
  ];
  const sizes = paths.map((path) => /width="\d+" height="\d+"/.exec(drawDemoImage(path) ?? '')?.[0]);
  expect(sizes).toEqual([
    'width="720" height="720"',
    'width="720" height="1280"',
    'width="720" height="720"',
    'width="720" height="1440"',
    'width="720" height="1440"',
    'width="720" height="180"',
    'width="720" height="180"',
    'width="720" height="1440"',
  ]);
});

it('a logo is square', async () => {
  const host = 'https://demo.magpie.example';
  const { bytes } = await fetch(`${host}/logos/visuzeo.png`, limits);
  expect(await checkImage(bytes)).toMatchObject({ width: 192, height: 192 });
});

it('other hosts are fetched normally', async () => {
  await expect(fetch('https://demo.magpie.example.com/logos/a.png', limits)).rejects.toThrow('went out');
});
