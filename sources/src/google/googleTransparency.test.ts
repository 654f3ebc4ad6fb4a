import { describe, expect, test } from 'vitest';
import { adOf, adsOf, failureUnderDamage } from '../mapping/damage.fixture.ts';
import {
  advertiserId,
  creative,
  creativeId,
  detail,
  politicalRow,
  refusal,
  searchAnswer,
  scriptedCreative,
  statsCells,
  statsRow,
} from './google.fixture.ts';
import { countryOfRegion } from './googleCreative.ts';
import { googleTransparency } from './googleTransparency.ts';

const center = 'https://adstransparency.google.com';

function withRegions(...regions: readonly unknown[]): unknown {
  return { ...statsRow, region_stats: regions };
}

function shown(region_code: string, lower: unknown, upper: unknown) {
  return { region_code, times_shown_lower_bound: lower, times_shown_upper_bound: upper };
}

describe('a row of creative_stats', () => {
  test('has creative, advertiser, and first and last day of all regions', () => {
    expect(adOf(googleTransparency, statsRow)).toMatchObject({
      key: `google:${creativeId}`,
      externalId: creativeId,
      sourceUrl: `${center}/advertiser/${advertiserId}/creative/${creativeId}`,
      advertiser: {
        name: 'Polar Bikes',
        externalId: advertiserId,
        pageUrl: `${center}/advertiser/${advertiserId}`,
        categories: ['Sports & Fitness'],
      },
      startDate: '2026-01-05',
      endDate: null,
      lastConfirmedAt: expect.stringMatching('^2026-03-01T'),
      status: null,
      countries: ['DE', 'TR', 'FR'],
      format: 'video',
      mediaType: 'video',
    });
  });

  test('reads the same from JSON and from CSV with JSON in its cells', () => {
    const { advertiser, ...rest } = adOf(googleTransparency, statsRow);
    expect(adOf(googleTransparency, statsCells)).toEqual({
      ...rest,
      advertiser: { ...advertiser, categories: [] },
    });
  });

  test('sums impressions over regions', () => {
    const ad = adOf(googleTransparency, statsRow);
    expect(ad.impressions).toEqual({ value: 16_500, lower: 11_000, upper: 22_000, kind: 'range' });
    expect(ad.impressionsByCountry).toEqual({ DE: 1500, TR: 15_000 });
    expect(ad).toMatchObject({ reach: null, coverage: { from: '2026-01-10', until: '2026-02-01' } });
  });

  test.each([
    [{ demographic_info: 'CRITERIA_INCLUDED', geo_location: 'CRITERIA_UNUSED' }, ['demographic_info'], []],
    [{ customer_lists: 'CRITERIA_EXCLUDED' }, [], ['customer_lists']],
    [{ geo_location: 'CRITERIA_INCLUDED_AND_EXCLUDED' }, ['geo_location'], ['geo_location']],
  ])('with the audience selection %j has its parameters', (info, parameters, excluded) => {
    const row = { ...statsRow, audience_selection_approach_info: info };
    expect(adOf(googleTransparency, row).targeting).toMatchObject({ parameters, excluded });
  });

  test('counts members of the Economic Area once if the area is a region too', () => {
    const row = withRegions(
      shown('EEA', '3000', '4000'),
      shown('DE', '1000', '2000'),
      shown('TR', '10', '20'),
    );
    const ad = adOf(googleTransparency, row);
    expect(ad.impressions).toMatchObject({ lower: 3010, upper: 4020 });
    expect(ad.countries).toEqual(['DE', 'TR']);
  });

  test('has no upper bound if a region has none, and no count if no region has one', () => {
    const open = withRegions(shown('DE', '1000', '2000'), shown('FR', '10000000', null));
    expect(adOf(googleTransparency, open).impressions).toMatchObject({ lower: 10_001_000, upper: null });
    expect(adOf(googleTransparency, withRegions(shown('DE', null, null))).impressions).toBe(null);
  });

  test('is on YouTube when served there, and keeps other surfaces as placements', () => {
    expect(adOf(googleTransparency, statsRow)).toMatchObject({
      platforms: ['youtube'],
      placements: ['youtube', 'search'],
    });
    const searched = {
      region_code: 'DE',
      surface_serving_stats: { surface_serving_stats: [{ surface: 'MAPS' }] },
    };
    expect(adOf(googleTransparency, withRegions(searched))).toMatchObject({
      platforms: [],
      placements: ['maps'],
    });
  });

  test('is on YouTube when it is a video without surfaces', () => {
    expect(adOf(googleTransparency, withRegions()).platforms).toEqual(['youtube']);
    expect(
      adOf(googleTransparency, { ...statsRow, ad_format_type: 'IMAGE', region_stats: [] }).platforms,
    ).toEqual([]);
  });

  test('of an unnested region is read too', () => {
    const { region_stats: _, ...row } = statsRow;
    const unnested = { ...row, ...shown('SE', 5, 10), first_shown: '2026-01-01', last_shown: '2026-01-02' };
    expect(adOf(googleTransparency, unnested)).toMatchObject({ countries: ['SE'], startDate: '2026-01-01' });
  });

  test('is inactive when removed', () => {
    const removed = {
      ...statsRow,
      disapproval: [{ removal_reason: 'POLICY', violation_category: 'MISLEADING' }],
    };
    expect(adOf(googleTransparency, removed)).toMatchObject({ status: 'inactive', endDate: '2026-03-01' });
    expect(
      adOf(googleTransparency, { ...statsRow, disapproval: JSON.stringify(removed.disapproval) }).status,
    ).toBe('inactive');
    expect(adOf(googleTransparency, { ...statsRow, disapproval: [] }).status).toBe(null);
  });

  test('keeps the legal name, which may not be the disclosed one', () => {
    expect(adOf(googleTransparency, statsRow).beneficiary).toBe('Polar Bikes AS');
  });

  test('falls back to the legal name, and is rejected without any', () => {
    const { advertiser_disclosed_name: _, ...legal } = statsRow;
    expect(adOf(googleTransparency, legal).advertiser.name).toBe('Polar Bikes AS');
    expect(() => adOf(googleTransparency, { ...legal, advertiser_legal_name: '' })).toThrow(
      'no advertiser name',
    );
  });
});

test('a political ad has ranges of impressions and spend, and its targeting', () => {
  expect(adOf(googleTransparency, politicalRow)).toMatchObject({
    key: 'google:CR11111111111111111111',
    sourceUrl: politicalRow.ad_url,
    advertiser: { name: 'Citizens for Cycle Lanes' },
    startDate: '2025-09-01',
    endDate: null,
    lastConfirmedAt: expect.stringMatching('^2025-11-03T'),
    countries: ['US', 'FR'],
    impressions: { lower: 0, upper: 10_000, value: 5000, kind: 'range' },
    spend: { lower: 100, upper: null, kind: 'range', currency: 'USD' },
    targeting: { ages: ['18-24', '25-34'], genders: ['male', 'female'], places: ['California'] },
    reach: null,
    demographics: null,
    format: 'other',
    platforms: [],
  });
});

describe('an RPC response', () => {
  test('has every creative with dates, domain and advertiser', () => {
    const [first, second] = adsOf(googleTransparency, searchAnswer);
    expect(first).toMatchObject({
      key: `google:${creativeId}`,
      sourceUrl: `${center}/advertiser/${advertiserId}/creative/${creativeId}`,
      advertiser: { name: 'Polar Bikes', externalId: advertiserId },
      startDate: '2026-01-09',
      endDate: null,
      lastConfirmedAt: expect.stringMatching('^2026-02-01T'),
      landingPageDomain: 'polarbikes.example',
      reach: null,
    });
    expect(second?.key).toBe('google:CR22222222222222222222');
  });

  test('keeps the text format of an ad that is archived as an image', () => {
    expect(adOf(googleTransparency, creative)).toMatchObject({
      format: 'other',
      mediaType: 'other',
      media: [
        { type: 'image', url: 'https://tpc.example/archive/simgad/1?sz=1&v=2', width: 300, height: 250 },
      ],
    });
  });

  test('ignores preview scripts', () => {
    expect(adOf(googleTransparency, scriptedCreative)).toMatchObject({ format: 'video', media: [] });
  });

  test('for one creative has countries and distinct images', () => {
    const ad = adOf(googleTransparency, detail);
    expect(ad).toMatchObject({
      key: `google:${creativeId}`,
      advertiser: { name: 'Polar Bikes' },
      format: 'image',
      countries: ['US', 'IN'],
      startDate: null,
      endDate: null,
      lastConfirmedAt: expect.stringMatching('^2026-02-01T'),
    });
    expect(ad.media).toHaveLength(1);
  });

  test('is recognised and reported when it is an error', () => {
    expect(googleTransparency.recognises(refusal)).toBe(true);
    expect(() => adsOf(googleTransparency, refusal)).toThrow(
      'This is a Google error response, not an ad: 400',
    );
  });
});

test.each([
  [2840, 'US'],
  ['2356', 'IN'],
  [2276, 'DE'],
  [2008, 'AL'],
  [2894, 'ZM'],
  [2000, null],
  [840, null],
  ['EEA', null],
  [null, null],
])('region %j is %j', (region, country) => {
  expect(countryOfRegion(region)).toBe(country);
});

test('every country has a distinct number', () => {
  const countries = Array.from({ length: 1000 }, (_, number) => countryOfRegion(2000 + number));
  expect(new Set(countries.filter((country) => country !== null)).size).toBe(249);
});

test.each<unknown>([statsRow, politicalRow, searchAnswer, detail])(
  'any record is mapped or rejected with a reason',
  (record) => {
    expect(failureUnderDamage(googleTransparency, record)).toBe(undefined);
  },
);
