import { describe, expect, test } from 'vitest';
import { adOf, adsOf, failureUnderDamage } from '../mapping/damage.fixture.ts';
import { microsoftAd, microsoftAdWithDetails, microsoftPage } from './microsoft.fixture.ts';
import { microsoftAds } from './microsoftAds.ts';

function withDetails(change: Readonly<Record<string, unknown>>): unknown {
  return { ...microsoftAdWithDetails, AdDetails: { ...microsoftAdWithDetails.AdDetails, ...change } };
}

describe('a listed ad', () => {
  test('has texts, landing page and advertiser, but no dates and measurements', () => {
    expect(adOf(microsoftAds, microsoftPage([microsoftAd]))).toMatchObject({
      key: 'microsoft:78202980498079',
      externalId: '78202980498079',
      sourceUrl: 'https://adlibrary.ads.microsoft.com/ad-details?adId=78202980498079',
      platforms: [],
      placements: ['bing'],
      advertiser: { name: 'Fjordhytte AS', externalId: '4295007715' },
      headlines: ['Cabins by the fjord | Book direct'],
      bodies: ['Sauna, boat and firewood included. Free cancellation until Friday.'],
      landingPageUrl: 'https://www.fjordhytte.example/cabins?msclkid=1',
      format: 'other',
      mediaType: 'other',
      startDate: null,
      impressions: null,
      coverage: null,
      status: null,
    });
  });

  test('has the displayed domain when it has no landing page; a merchant name is not a domain', () => {
    const { DestinationUrl: _, ...ad } = microsoftAd;
    expect(adOf(microsoftAds, ad).landingPageDomain).toBe('fjordhytte.example');
    expect(adOf(microsoftAds, { ...ad, DisplayUrl: 'Fjord Shop' }).landingPageDomain).toBe(null);
  });

  test('has the images of its assets', () => {
    const AssetJson = JSON.stringify([
      { Type: 'Image', Url: 'https://th.bing.example/a.jpg?w=1' },
      { Text: 'Logo' },
    ]);
    expect(adOf(microsoftAds, { ...microsoftAd, AssetJson })).toMatchObject({
      format: 'image',
      media: [{ type: 'image', url: 'https://th.bing.example/a.jpg?w=1' }],
    });
    expect(adOf(microsoftAds, { ...microsoftAd, AssetJson: 'not JSON' })).toMatchObject({
      format: null,
      media: [],
    });
  });

  test.each([
    [999, null],
    [1000, 1000],
  ])('of %i counted ads has the ceiling %j, since Microsoft counts to 1,000', (count, ceiling) => {
    const { coverage } = adOf(microsoftAds, microsoftPage([microsoftAd], count));
    expect(coverage?.ceiling ?? null).toBe(ceiling);
  });
});

describe('details', () => {
  test('add payer, dates, impressions by country and the kinds of targeting', () => {
    expect(adOf(microsoftAds, microsoftAdWithDetails)).toMatchObject({
      payer: 'Nordic Media Buying AB',
      beneficiary: null,
      startDate: '2025-04-04',
      endDate: null,
      lastConfirmedAt: expect.stringMatching('^2026-03-12T'),
      impressions: { value: 3750, lower: 2500, upper: 5000, kind: 'range' },
      impressionsByCountry: { NO: 3000, DE: 649 },
      countries: ['NO', 'DE'],
      targeting: {
        ages: [],
        genders: [],
        parameters: ['Location', 'MicrosoftAudiences'],
        excluded: ['MicrosoftAudiences'],
      },
      coverage: { regions: ['EEA'], ceiling: null },
      reach: null,
    });
  });

  test('know countries by number too', () => {
    const ImpressionsByCountry = [{ Country: 72, ImpressionShare: '100%' }];
    expect(adOf(microsoftAds, withDetails({ ImpressionsByCountry })).countries).toEqual(['DE']);
  });

  test.each([
    ['2026-03-15T12:00:00Z', 'active', null],
    ['2026-03-16T12:00:00Z', 'inactive', '2026-03-12'],
  ])('read at %s give %s: the library is up to three days behind', (capturedAt, status, endDate) => {
    const page = { ...microsoftPage([microsoftAdWithDetails]), capturedAt };
    expect(adOf(microsoftAds, page)).toMatchObject({ status, endDate });
  });

  test('of a restricted ad make it inactive', () => {
    const capturedAt = '2026-03-12T12:00:00Z';
    const page = { ...microsoftPage([withDetails({ RestrictionReason: 'Policy' })]), capturedAt };
    expect(adOf(microsoftAds, page)).toMatchObject({ status: 'inactive', endDate: '2026-03-12' });
  });
});

test('an empty page is recognised and has no ads', () => {
  expect(microsoftAds.recognises(microsoftPage([]))).toBe(true);
  expect(adsOf(microsoftAds, microsoftPage([]))).toEqual([]);
});

test('an error is reported', () => {
  const error = { error: { code: '', message: "The limit of '24' for Top query has been exceeded." } };
  expect(microsoftAds.recognises(error)).toBe(true);
  expect(() => adsOf(microsoftAds, error)).toThrow("limit of '24'");
});

test('an id that lost digits is rejected', () => {
  expect(() => adOf(microsoftAds, { ...microsoftAd, AdId: 2 ** 60 })).toThrow('digits');
});

test('any record is mapped or rejected with a reason', () => {
  expect(failureUnderDamage(microsoftAds, microsoftPage([microsoftAdWithDetails], 1000))).toBe(undefined);
});
