import { describe, expect, test } from 'vitest';
import { adOf, adsOf, failureUnderDamage } from '../mapping/damage.fixture.ts';
import { brandedPost, detailAnswer, listedAd, queryAnswer } from './tiktok.fixture.ts';
import { tiktokApi } from './tiktokApi.ts';

describe('an ad of a query', () => {
  test('is known by its id, its advertiser, its days and its reach', () => {
    expect(adOf(tiktokApi, queryAnswer([listedAd]))).toMatchObject({
      key: 'tiktok:1800000000000001',
      externalId: '1800000000000001',
      sourceUrl: 'https://library.tiktok.com/ads/detail/?ad_id=1800000000000001',
      platforms: ['tiktok'],
      advertiser: { name: 'Kettle & Co.', externalId: '7100000000000000123' },
      startDate: '2026-01-05',
      endDate: '2026-03-01',
      status: 'inactive',
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

  test('comes out of an answer, of its data alone, and by itself', () => {
    const answer = queryAnswer([listedAd, listedAd]);
    expect(adsOf(tiktokApi, answer)).toHaveLength(2);
    expect(adsOf(tiktokApi, answer.data)).toHaveLength(2);
    expect(adsOf(tiktokApi, listedAd)).toHaveLength(1);
  });

  test('takes the payer for the advertiser when the business has no name', () => {
    const unnamed = {
      ...listedAd,
      advertiser: { business_id: '1', business_name: ' ', paid_by: 'Kettle Group' },
    };
    expect(adOf(tiktokApi, unnamed).advertiser.name).toBe('Kettle Group');
  });

  test('is refused without any name', () => {
    const unnamed = { ...listedAd, advertiser: { business_id: '1' } };
    expect(() => tiktokApi.toAd(unnamed)).toThrow('names no advertiser');
  });
});

describe('the details of an ad', () => {
  const ad = adOf(tiktokApi, detailAnswer);

  test('add text, button, landing page and the account', () => {
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

  test('say who was reached by country, and nothing by targeted age or gender', () => {
    expect(ad.countries).toEqual(['GB', 'FR']);
    expect(ad.demographics).toEqual({ gender: {}, age: {}, country: { GB: 18_000, FR: 500 } });
    expect(ad.reach).toMatchObject({ value: 30_000 });
  });

  test('of a running ad have no end, only a last day shown', () => {
    expect(ad).toMatchObject({ status: 'active', startDate: '2026-02-01', endDate: null });
  });

  test('name the targeted countries when those reached are not told', () => {
    const { ad_group } = detailAnswer.data;
    expect(adOf(tiktokApi, { ...listedAd, ad_group }).countries).toEqual(['GB', 'FR', 'IE']);
  });
});

describe('ids', () => {
  test('keep every digit when they are text', () => {
    const ad = adOf(tiktokApi, { ...listedAd, ad: { ...listedAd.ad, id: '1234567890123456789' } });
    expect(ad.key).toBe('tiktok:1234567890123456789');
  });

  test('may be numbers as long as these are exact', () => {
    expect(
      adOf(tiktokApi, { ...listedAd, ad: { ...listedAd.ad, id: 1_800_000_000_000_001 } }).externalId,
    ).toBe('1800000000000001');
  });

  test('are refused when digits were lost, since two ads would become one', () => {
    const rounded: unknown = JSON.parse('{"id":1234567890123456789}');
    expect(() => tiktokApi.toAd({ ...listedAd, ad: rounded })).toThrow('save ids as text');
  });

  test('of an advertiser that lost digits are unknown, and the ad is kept', () => {
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
  test('is an ad of the brand with its creator as partner, numbered apart from ads', () => {
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

  test('for the creator’s own business is an ad of the creator', () => {
    const own = { ...brandedPost, label: 'Promotional content', brand_names: [] };
    expect(adOf(tiktokApi, own)).toMatchObject({
      advertiser: { name: 'tea.time' },
      isPartnership: false,
      partnerName: null,
    });
  });

  test('is refused when it is paid for by a brand that it does not name', () => {
    expect(() => tiktokApi.toAd({ ...brandedPost, brand_names: [] })).toThrow('names no brand');
  });
});

describe('an answer without ads', () => {
  test('is recognised and empty', () => {
    expect(tiktokApi.recognises(queryAnswer([]))).toBe(true);
    expect(adsOf(tiktokApi, queryAnswer([]))).toEqual([]);
  });

  test('that is an error is told as one', () => {
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
      'This is an error of TikTok and no ad: rate_limit_exceeded, Too many requests',
    );
  });
});

test.each<unknown>([queryAnswer([listedAd, detailAnswer.data]), brandedPost])(
  'whatever a record holds, an ad comes of it or a reason why not',
  (record) => {
    expect(failureUnderDamage(tiktokApi, record)).toBe(undefined);
  },
);
