import { expect, test } from 'vitest';
import { adOf, adsOf, failureUnderDamage } from '../mapping/damage.fixture.ts';
import { appleAd, appleAdWithLocales, applePage } from './apple.fixture.ts';
import { appleAds } from './appleAds.ts';

test('an ad has its app, developer, placement and country', () => {
  expect(adOf(appleAds, applePage([appleAd]))).toMatchObject({
    key: 'apple:c4590a2bf73d0f08a141c03cb135a0e6',
    sourceUrl: null,
    platforms: [],
    placements: ['appstore_search_results'],
    advertiser: {
      name: 'Rutas',
      externalId: '1400000001',
      pageUrl: 'https://apps.apple.com/developer/id1400000001',
      categories: ['Navigation'],
    },
    beneficiary: 'Rutas Digitales S.L.',
    payer: null,
    headlines: ['Rutas: senderos sin cobertura'],
    bodies: ['Descarga la ruta y camina sin datos.'],
    description: 'Mapas para el monte',
    landingPageUrl: 'https://apps.apple.com/app/id1582276305',
    language: 'es',
    countries: ['ES'],
    format: 'image',
    media: [{ type: 'image', url: 'https://is1.apple.example/1.png', width: 1242, height: 2688 }],
    startDate: '2026-01-10',
    endDate: null,
    lastConfirmedAt: expect.stringMatching('^2026-03-08T'),
    status: null,
    impressions: null,
    reach: null,
  });
});

test('the kinds of targeting are known, not the targeted groups', () => {
  expect(adOf(appleAds, appleAd).targeting).toEqual({
    ages: [],
    genders: [],
    countries: [],
    places: [],
    parameters: ['age', 'customerType'],
    excluded: [],
  });
});

test('the period of a page is the coverage of its ads', () => {
  expect(adOf(appleAds, applePage([appleAd])).coverage).toMatchObject({
    regions: ['EU'],
    from: '2025-12-08',
    until: '2026-03-08',
  });
  expect(adOf(appleAds, appleAd).coverage).toBe(null);
});

test('"Over 1 Year Ago" leaves the start unknown', () => {
  const old = { ...appleAd, firstImpressionDate: 'Over 1 Year Ago' };
  expect(adOf(appleAds, old)).toMatchObject({
    startDate: null,
    lastConfirmedAt: expect.stringMatching('^2026-03-08T'),
  });
});

test.each([
  ['2026-03-16T12:00:00Z', 'active', null],
  ['2026-03-17T12:00:00Z', 'inactive', '2026-03-08'],
])('an ad read at %s is %s: the repository is a week behind', (capturedAt, status, endDate) => {
  expect(adOf(appleAds, { ...applePage([appleAd]), capturedAt })).toMatchObject({ status, endDate });
});

test('translations add texts and assets', () => {
  expect(adOf(appleAds, { data: appleAdWithLocales })).toMatchObject({
    headlines: ['Rutas: senderos sin cobertura', 'Rutas: trails offline'],
    bodies: ['Descarga la ruta y camina sin datos.', 'Download the trail and walk without data.'],
    format: 'video',
    media: [
      { type: 'image' },
      {
        type: 'video',
        url: 'https://is1.apple.example/v.mp4',
        thumbnailUrl: 'https://is1.apple.example/v.png',
      },
    ],
  });
});

test('an ad without assets shows the icon', () => {
  expect(adOf(appleAds, { ...appleAd, format: 'Icon Ad', adAssets: [] }).media).toMatchObject([
    { type: 'image', url: 'https://is1.apple.example/icon.png' },
  ]);
});

test('an empty page is recognised and has no ads', () => {
  expect(appleAds.recognises(applePage([]))).toBe(true);
  expect(adsOf(appleAds, applePage([]))).toEqual([]);
});

test('any record is mapped or rejected with a reason', () => {
  expect(failureUnderDamage(appleAds, applePage([appleAdWithLocales]))).toBe(undefined);
});
