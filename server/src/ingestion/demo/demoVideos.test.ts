import { buffer } from 'node:stream/consumers';
import { demoAds } from '@magpie/demo/demoAds';
import { demoVideoSeconds } from '@magpie/demo/videoSeconds';
import { expect, it } from 'vitest';
import { checkVideo } from '../../integrations/videos/checkVideo.ts';
import { withDemoImages, withDemoVideos } from './demoMedia.ts';

const outside = (address: string): Promise<never> => Promise.reject(new Error(`went out to ${address}`));
const fetch = withDemoImages(outside);
const stream = withDemoVideos(outside);
const video = [...demoAds({ ads: 60, today: '2026-03-01' })]
  .flatMap((ad) => ad.media ?? [])
  .find(({ type, durationSeconds }) => type === 'video' && typeof durationSeconds === 'number');
const address = video?.url ?? '';
const options = {
  accept: '*/*',
  range: undefined,
  maxBytes: 1_000_000,
  milliseconds: 1000,
  signal: new AbortController().signal,
};

it('a demo video is a small MP4 in the declared ratio and duration, the same each time', async () => {
  const { bytes, contentType } = await fetch(address, options);
  const { width, height, type } = checkVideo(bytes);
  expect([contentType, type]).toEqual(['video/mp4', 'video/mp4']);
  expect(width / height).toBeCloseTo(Number(video?.width) / Number(video?.height), 2);
  expect(video?.durationSeconds).toBe(demoVideoSeconds(new URL(address).pathname));
  expect(bytes.length).toBeLessThan(200_000);
  expect((await fetch(address, options)).bytes.equals(bytes)).toBe(true);
});

it('is sent whole or in parts', async () => {
  const whole = await buffer((await stream(address, options)).body);
  const part = await stream(address, { ...options, range: 'bytes=100-199' });
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-199/${whole.length}`]);
  expect((await buffer(part.body)).equals(whole.subarray(100, 200))).toBe(true);
  const outsideOfIt = await stream(address, { ...options, range: `bytes=${whole.length}-` });
  expect(outsideOfIt.status).toBe(416);
});

it('other hosts are fetched normally', async () => {
  await expect(stream('https://videos.example/1.mp4', options)).rejects.toThrow('went out');
});
