import { expect, test } from 'vitest';
import { adOf, adsOf, failureUnderDamage } from '../mapping/damage.fixture.ts';
import { webDetail, webRow } from './tiktok.fixture.ts';
import { tiktokWeb } from './tiktokWeb.ts';

test('a row of a search has days in milliseconds and a range of people', () => {
  expect(adOf(tiktokWeb, { code: 0, data: [webRow], has_more: true, search_id: 'a' })).toMatchObject({
    key: 'tiktok:1800000000000003',
    advertiser: { name: 'Kettle & Co.', externalId: null },
    bodies: ['Tea before the train leaves'],
    startDate: '2026-01-05',
    endDate: '2026-03-01',
    status: null,
    reach: { lower: 100_000, upper: 200_000, value: 150_000, kind: 'range' },
    reachText: '100K-200K',
    format: 'image',
    media: [{ type: 'image', url: 'https://cdn.example/train.jpg' }],
  });
});

test('the details of an ad add the advertiser and the countries reached', () => {
  expect(adOf(tiktokWeb, { code: 0, data: webDetail })).toMatchObject({
    key: 'tiktok:1800000000000003',
    advertiser: {
      name: 'Kettle & Co. Ltd',
      externalId: '7100000000000000123',
      pageUrl: 'https://www.tiktok.com/@kettleco',
      logoUrl: 'https://cdn.example/avatar.jpg',
    },
    countries: ['GB', 'IE'],
    format: 'video',
  });
});

test('only countries are counted: ages and genders are those aimed at', () => {
  expect(adOf(tiktokWeb, webDetail).demographics).toEqual({
    gender: {},
    age: {},
    country: { GB: 27_000, IE: 500 },
  });
});

test('impressions stand in for the people reached, the size of the audience never does', () => {
  const { estimated_audience: _, ...ad } = webDetail.ad;
  expect(adOf(tiktokWeb, { ...webDetail, ad }).reach).toMatchObject({ value: 28_000 });
});

test('an ad that was just shown when the page was read is running', () => {
  const seen = { ...webRow, scrapedAt: '2026-03-02T12:00:00Z' };
  expect(adOf(tiktokWeb, seen)).toMatchObject({
    status: 'active',
    endDate: null,
    capturedAt: '2026-03-02T12:00:00.000Z',
  });
  expect(adOf(tiktokWeb, { ...webRow, scrapedAt: '2026-03-20T12:00:00Z' })).toMatchObject({
    status: 'inactive',
    endDate: '2026-03-01',
  });
});

test('an empty search has no ads', () => {
  expect(adsOf(tiktokWeb, { code: 0, data: [], has_more: false })).toEqual([]);
});

test.each<unknown>([{ data: [webRow] }, webDetail])(
  'whatever a record holds, an ad comes of it or a reason why not',
  (record) => {
    expect(failureUnderDamage(tiktokWeb, record)).toBe(undefined);
  },
);
