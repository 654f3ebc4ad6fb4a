import { expect, test } from 'vitest';
import { adOf, adsOf, failureUnderDamage } from '../mapping/damage.fixture.ts';
import { webDetail, webRow } from './tiktok.fixture.ts';
import { tiktokWeb } from './tiktokWeb.ts';

test('a search row has dates in milliseconds and an audience range', () => {
  expect(adOf(tiktokWeb, { code: 0, data: [webRow], has_more: true, search_id: 'a' })).toMatchObject({
    key: 'tiktok:1800000000000003',
    advertiser: { name: 'Kettle & Co.', externalId: null },
    bodies: ['Tea before the train leaves'],
    startDate: '2026-01-05',
    endDate: null,
    lastConfirmedAt: expect.stringMatching('^2026-03-01T'),
    status: null,
    reach: { lower: 100_000, upper: 200_000, value: 150_000, kind: 'range' },
    reachText: '100K-200K',
    format: 'image',
    media: [{ type: 'image', url: 'https://cdn.example/train.jpg' }],
  });
});

test('details add the advertiser and the reached countries', () => {
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

test('impressions are counted by country, and are no reach; ages and genders are targeting', () => {
  const { estimated_audience: _, ...ad } = webDetail.ad;
  expect(adOf(tiktokWeb, { ...webDetail, ad })).toMatchObject({
    reach: null,
    demographics: null,
    impressions: { value: 28_000 },
    impressionsByCountry: { GB: 27_000, IE: 500 },
    payer: 'Kettle Group',
    targeting: { ages: ['18-24', '25-34'], genders: ['female'] },
  });
});

test('an ad shown just before the capture is running', () => {
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
  'any record is mapped or rejected with a reason',
  (record) => {
    expect(failureUnderDamage(tiktokWeb, record)).toBe(undefined);
  },
);
