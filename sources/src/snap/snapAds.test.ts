import { describe, expect, test } from 'vitest';
import { adOf, adsOf, failureUnderDamage } from '../mapping/damage.fixture.ts';
import { snapPage, snapPreview, snapStory, snapThrottled } from './snap.fixture.ts';
import { snapAds } from './snapAds.ts';

describe('an ad', () => {
  test('has its profile as advertiser and the paying advertiser as payer', () => {
    expect(adOf(snapAds, snapPage([snapPreview]))).toMatchObject({
      key: 'snap:0f6b1a52-6c1e-4b0e-9d5c-1f2a3b4c5d6e',
      sourceUrl: null,
      platforms: [],
      placements: ['snapchat'],
      advertiser: { name: 'Lumi', logoUrl: 'https://cdn.snap.example/d/logo.png' },
      payer: 'Lumi Betten GmbH',
      beneficiary: null,
      headlines: ['Schlaf wie nie'],
      bodies: [],
      ctaType: 'SHOP_NOW',
      landingPageUrl: 'https://lumi.example/bett?utm_source=snap',
      language: 'de',
      format: 'video',
      media: [{ type: 'video', url: 'https://cdn.snap.example/d/lumi.mp4' }],
      status: 'active',
      startDate: '2026-01-20',
      endDate: null,
    });
  });

  test('never has its internal name as text', () => {
    expect(JSON.stringify(adOf(snapAds, snapPreview))).not.toContain('Evergreen');
  });

  test('has exact impressions, and the countries where it was shown', () => {
    expect(adOf(snapAds, snapPreview)).toMatchObject({
      impressions: { value: 170_500, kind: 'reported' },
      impressionsByCountry: { DE: 169_998, GR: 502 },
      countries: ['DE', 'GR'],
      coverage: { regions: ['EU', 'TR'] },
      reach: null,
    });
  });

  test('has its targeting', () => {
    expect(adOf(snapAds, snapPreview).targeting).toEqual({
      ages: ['18-34'],
      genders: ['female'],
      countries: ['DE'],
      places: [],
      parameters: ['demographics', 'devices', 'geos'],
      excluded: ['Bayern'],
    });
  });

  test('has its planned end, unless that is before the start', () => {
    const paused = { ...snapPreview, status: 'PAUSED', end_date: '2026-02-20T00:00:00.000Z' };
    expect(adOf(snapAds, paused)).toMatchObject({ status: 'inactive', endDate: '2026-02-20' });
    expect(adOf(snapAds, { ...paused, status: 'ACTIVE' })).toMatchObject({
      status: 'active',
      endDate: '2026-02-20',
    });
    expect(adOf(snapAds, { ...paused, end_date: '2025-01-01' })).toMatchObject({ endDate: null });
  });

  test('without a profile has the payer as advertiser', () => {
    const { profile_name: _, brand_name: __, ...ad } = snapPreview;
    expect(adOf(snapAds, ad).advertiser.name).toBe('Lumi Betten GmbH');
  });

  test('with several Snaps has cards', () => {
    expect(adOf(snapAds, snapStory)).toMatchObject({
      format: 'carousel',
      mediaType: 'video',
      headlines: ['Schlaf wie nie', 'Zweiter'],
      landingPageUrl: 'https://lumi.example/2',
      media: [{ type: 'video' }, { type: 'image' }],
      cards: [{ headline: null }, { headline: 'Zweiter', landingPageUrl: 'https://lumi.example/2' }],
    });
  });

  test('of a catalog has its products', () => {
    const items = [
      {
        title: 'Kissen',
        link: 'https://lumi.example/kissen',
        main_image: { image_links: ['https://cdn.snap.example/k.jpg'] },
      },
    ];
    const ad = adOf(snapAds, { ...snapPreview, ad_render_type: 'DYNAMIC', dpa_preview: { items } });
    expect(ad).toMatchObject({
      format: 'dpa',
      cards: [{ headline: 'Kissen', media: [{ url: 'https://cdn.snap.example/k.jpg' }] }],
    });
  });
});

test('an empty page is recognised and has no ads', () => {
  expect(snapAds.recognises(snapPage([]))).toBe(true);
  expect(adsOf(snapAds, snapPage([]))).toEqual([]);
});

test('an error is reported', () => {
  expect(snapAds.recognises(snapThrottled)).toBe(true);
  expect(() => adsOf(snapAds, snapThrottled)).toThrow('E1009, Too many requests');
});

test.each([[snapPage([snapPreview])], [snapStory]])(
  'any record is mapped or rejected with a reason',
  (record) => {
    expect(failureUnderDamage(snapAds, record)).toBe(undefined);
  },
);
