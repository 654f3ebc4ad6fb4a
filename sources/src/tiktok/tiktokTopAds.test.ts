import { expect, test } from 'vitest';
import { adOf, failureUnderDamage } from '../mapping/damage.fixture.ts';
import { topAd, topAdDetail } from './tiktok.fixture.ts';
import { tiktokTopAds } from './tiktokTopAds.ts';

const list = {
  code: 0,
  data: { materials: [topAd], pagination: { page: 1, size: 20, total: 1, has_more: false } },
};

test('a listed material has likes; missing fields are unknown', () => {
  const ad = adOf(tiktokTopAds, list);
  expect(ad.engagement).toEqual({
    views: null,
    likes: 6200,
    comments: null,
    shares: null,
    rankCountry: null,
  });
  expect(ad).toMatchObject({
    advertiser: { name: 'Kettle & Co.' },
    bodies: ['Wait for the whistle'],
    format: 'video',
    mediaType: 'video',
    status: null,
    reach: null,
  });
});

test('the details add comments, shares, the landing page and the country of the ranking', () => {
  expect(adOf(tiktokTopAds, { code: 0, data: topAdDetail })).toMatchObject({
    engagement: { likes: 6200, comments: 87, shares: 45, rankCountry: 'GB' },
    countries: ['GB', 'US'],
    landingPageUrl: 'https://kettle.example/whistle',
  });
});

test('has a separate id range from the library', () => {
  expect(adOf(tiktokTopAds, topAd)).toMatchObject({
    key: 'tiktok:top-7200000000000000009',
    externalId: '7200000000000000009',
    sourceUrl: 'https://ads.tiktok.com/business/creativecenter/topads/7200000000000000009',
  });
});

test('uses the highest resolution, with size, duration and cover', () => {
  expect(adOf(tiktokTopAds, topAd).media).toEqual([
    {
      type: 'video',
      url: 'https://cdn.example/720.mp4',
      thumbnailUrl: 'https://cdn.example/cover.jpg',
      width: 720,
      height: 1280,
      durationSeconds: 15.07,
    },
  ]);
});

test('uses the account as advertiser without a brand, and is rejected without both', () => {
  expect(adOf(tiktokTopAds, { ...topAd, brand_name: '', nickname: 'kettleco' }).advertiser.name).toBe(
    'kettleco',
  );
  expect(() => tiktokTopAds.toAd({ ...topAdDetail, brand_name: '' })).toThrow('no advertiser name');
});

test.each<unknown>([topAdDetail])('any record is mapped or rejected with a reason', (record) => {
  expect(failureUnderDamage(tiktokTopAds, record)).toBe(undefined);
});
