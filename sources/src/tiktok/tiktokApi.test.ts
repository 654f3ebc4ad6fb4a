import { describe, expect, test } from 'vitest';
import { adOf, adsOf, failureUnderDamage } from '../mapping/damage.fixture.ts';
import { brandedPost, detailAnswer, listedAd, queryAnswer } from './tiktok.fixture.ts';
import { tiktokApi } from './tiktokApi.ts';

describe('an ad of a query', () => {
  test('has id, advertiser, dates and reach', () => {
    expect(adOf(tiktokApi, queryAnswer([listedAd]))).toMatchObject({
      key: 'tiktok:1800000000000001',
      externalId: '1800000000000001',
      sourceUrl: 'https://library.tiktok.com/ads/detail/?ad_id=1800000000000001',
      platforms: ['tiktok'],
      advertiser: { name: 'Kettle & Co.', externalId: '7100000000000000123' },
      startDate: '2026-01-05',
      endDate: null,
      lastConfirmedAt: expect.stringMatching('^2026-03-01T'),
      status: null,
      reach: { value: 11_000, kind: 'reported' },
      reachText: '11K',
      format: 'video',
      mediaType: 'video',
      media: [
        {
          type: 'video',
          url: 'https://cdn.example/kettle.mp4?sig=1',
          thumbnailUrl: 'https://cdn.example/kettle.jpg',
        },
      ],
      demographics: null,
      countries: [],
    });
  });

  test('is read from a response, from its data, and as a single record', () => {
    const answer = queryAnswer([listedAd, listedAd]);
    expect(adsOf(tiktokApi, answer)).toHaveLength(2);
    expect(adsOf(tiktokApi, answer.data)).toHaveLength(2);
    expect(adsOf(tiktokApi, listedAd)).toHaveLength(1);
  });

  test('uses the payer as advertiser when the business has no name', () => {
    const unnamed = {
      ...listedAd,
      advertiser: { business_id: '1', business_name: ' ', paid_by: 'Kettle Group' },
    };
    expect(adOf(tiktokApi, unnamed).advertiser.name).toBe('Kettle Group');
  });

  test('is rejected without any name', () => {
    const unnamed = { ...listedAd, advertiser: { business_id: '1' } };
    expect(() => tiktokApi.toAd(unnamed)).toThrow('no advertiser name');
  });
});

describe('the details of an ad', () => {
  const ad = adOf(tiktokApi, detailAnswer);

  test('add text, call to action, landing page and account', () => {
    expect(ad).toMatchObject({
      bodies: ['Hot water in ninety seconds.'],
      ctaType: 'SHOP_NOW',
      ctaText: 'Shop now',
      landingPageUrl: 'https://kettle.example/fast?utm_source=tiktok',
      format: 'carousel',
      advertiser: {
        externalId: '7100000000000000',
        pageUrl: 'https://www.tiktok.com/@kettleco',
        logoUrl: 'https://cdn.example/avatar.jpg',
      },
    });
  });

  test('have reach by country, but not by targeted age or gender', () => {
    expect(ad.countries).toEqual(['GB', 'FR']);
    expect(ad.demographics).toEqual({ gender: {}, age: {}, country: { GB: 18_000, FR: 500 } });
    expect(ad.reach).toMatchObject({ value: 30_000 });
    expect(ad).toMatchObject({
      payer: 'Kettle Group',
      targeting: { ages: ['18-24'], genders: ['female', 'male'], countries: ['GB', 'FR', 'IE'] },
    });
  });

  test('contain the status of a review, not whether the ad is shown', () => {
    const confirmed = { startDate: '2026-02-01', lastConfirmedAt: '2026-03-10T00:00:00.000Z' };
    expect(ad).toMatchObject({ status: null, endDate: null, ...confirmed });
  });

  test('give a status with the time of the capture', () => {
    const capturedOn = (day: string) => adOf(tiktokApi, { ...detailAnswer.data, captured_at: day });
    expect(capturedOn('2026-03-11')).toMatchObject({ status: 'active', endDate: null });
    expect(capturedOn('2026-03-20')).toMatchObject({ status: 'inactive', endDate: '2026-03-10' });
  });

  test('use the targeted countries when the reached ones are missing', () => {
    const { ad_group } = detailAnswer.data;
    expect(adOf(tiktokApi, { ...listedAd, ad_group }).countries).toEqual(['GB', 'FR', 'IE']);
  });
});

describe('ids', () => {
  test('keep every digit as text', () => {
    const ad = adOf(tiktokApi, { ...listedAd, ad: { ...listedAd.ad, id: '1234567890123456789' } });
    expect(ad.key).toBe('tiktok:1234567890123456789');
  });

  test('may be safe integers', () => {
    expect(
      adOf(tiktokApi, { ...listedAd, ad: { ...listedAd.ad, id: 1_800_000_000_000_001 } }).externalId,
    ).toBe('1800000000000001');
  });

  test('are rejected when digits were lost, since two ads could get the same id', () => {
    const rounded: unknown = JSON.parse('{"id":1234567890123456789}');
    expect(() => tiktokApi.toAd({ ...listedAd, ad: rounded })).toThrow('save ids as text');
  });

  test('of an advertiser are dropped when digits were lost', () => {
    const advertiser: unknown = JSON.parse(
      '{"business_id":7100000000000000123,"business_name":"Kettle & Co."}',
    );
    expect(adOf(tiktokApi, { ...listedAd, advertiser }).advertiser).toMatchObject({
      name: 'Kettle & Co.',
      externalId: null,
    });
  });
});

describe('a branded post', () => {
  test('is an ad of the brand with the creator as partner, in a separate id range', () => {
    expect(adOf(tiktokApi, { data: { commercial_contents: [brandedPost] } })).toMatchObject({
      key: 'tiktok:post-7300000000000000001',
      sourceUrl: 'https://www.tiktok.com/@tea.time/video/7300000000000000001',
      advertiser: { name: 'Kettle & Co.' },
      isPartnership: true,
      partnerName: 'tea.time',
      startDate: '2026-02-03',
      format: 'video',
    });
  });

  test('for the creator’s own business is an ad by the creator', () => {
    const own = { ...brandedPost, label: 'Promotional content', brand_names: [] };
    expect(adOf(tiktokApi, own)).toMatchObject({
      advertiser: { name: 'tea.time' },
      isPartnership: false,
      partnerName: null,
    });
  });

  test('is rejected when paid for by an unnamed brand', () => {
    expect(() => tiktokApi.toAd({ ...brandedPost, brand_names: [] })).toThrow('without a brand');
  });
});

describe('a response without ads', () => {
  test('is recognised and empty', () => {
    expect(tiktokApi.recognises(queryAnswer([]))).toBe(true);
    expect(adsOf(tiktokApi, queryAnswer([]))).toEqual([]);
  });

  test('is reported when it is an error', () => {
    const failure = {
      data: {},
      error: {
        code: 'rate_limit_exceeded',
        message: 'Too many requests',
        log_id: 'X',
        http_status_code: 429,
      },
    };
    expect(tiktokApi.recognises(failure)).toBe(true);
    expect(() => adsOf(tiktokApi, failure)).toThrow(
      'This is a TikTok error response, not an ad: rate_limit_exceeded, Too many requests',
    );
  });
});

test.each<unknown>([queryAnswer([listedAd, detailAnswer.data]), brandedPost])(
  'any record is mapped or rejected with a reason',
  (record) => {
    expect(failureUnderDamage(tiktokApi, record)).toBe(undefined);
  },
);
