import { describe, expect, test } from 'vitest';
import { adOf, adsOf, failureUnderDamage } from '../mapping/damage.fixture.ts';
import { element, linkedinAnswer, page } from './linkedin.fixture.ts';
import { linkedinApi } from './linkedinApi.ts';

function withDetails(change: Readonly<Record<string, unknown>>): unknown {
  return { ...element, details: { ...element.details, ...change } };
}

function withStatistics(change: Readonly<Record<string, unknown>>): unknown {
  return withDetails({ adStatistics: { ...element.details.adStatistics, ...change } });
}

describe('an element of the API', () => {
  test('is identified by the id in its address, and its advertiser by the page id', () => {
    expect(adOf(linkedinApi, linkedinAnswer([element]))).toMatchObject({
      key: 'linkedin:612345678',
      externalId: '612345678',
      sourceUrl: 'https://www.linkedin.com/ad-library/detail/612345678',
      platforms: ['linkedin'],
      advertiser: {
        name: 'Ledgerly',
        externalId: '9876543',
        pageUrl: 'https://www.linkedin.com/company/9876543',
      },
      startDate: '2026-01-12',
      endDate: null,
      lastConfirmedAt: expect.stringMatching('^2026-02-20T'),
      language: 'de',
    });
  });

  test('has an impression range, split by the share of each country', () => {
    const ad = adOf(linkedinApi, element);
    expect(ad.impressions).toEqual({ value: 7500, lower: 5000, upper: 10_000, kind: 'range' });
    expect(ad.countries).toEqual(['DE', 'AT']);
    expect(ad.impressionsByCountry).toEqual({ DE: 4538, AT: 1500 });
    expect(ad).toMatchObject({ reach: null, demographics: null, coverage: { regions: ['EU'] } });
  });

  test('has its payer and targeting, with excluded segments', () => {
    const adTargeting = [
      ...element.details.adTargeting,
      {
        facetName: 'Location',
        isIncluded: true,
        isExcluded: true,
        includedSegments: ['Greater Oslo Region'],
        excludedSegments: ['Hamburg'],
      },
      {
        facetName: 'Age',
        isIncluded: true,
        isExcluded: false,
        includedSegments: ['25-34'],
        excludedSegments: ['18-24'],
      },
      { facetName: 'Job', isIncluded: false, isExcluded: false, includedSegments: [], excludedSegments: [] },
    ];
    expect(adOf(linkedinApi, withDetails({ adTargeting }))).toMatchObject({
      payer: 'Ledgerly GmbH',
      beneficiary: null,
      targeting: {
        ages: ['25-34'],
        genders: [],
        countries: ['DE', 'AT'],
        places: ['Greater Oslo Region'],
        parameters: ['Location', 'Language', 'Age'],
        excluded: ['Hamburg'],
      },
    });
  });

  test('without statistics has unknown impressions, not zero', () => {
    const { adStatistics: _, ...details } = element.details;
    expect(adOf(linkedinApi, { ...element, details })).toMatchObject({
      reach: null,
      impressions: null,
      impressionsByCountry: {},
      countries: [],
      startDate: null,
      endDate: null,
      status: null,
    });
  });

  test('has countries even without a total', () => {
    expect(adOf(linkedinApi, withStatistics({ totalImpressions: null }))).toMatchObject({
      countries: ['DE', 'AT'],
      impressionsByCountry: {},
    });
  });

  test.each([
    ['SPONSORED_STATUS_UPDATE', 'image', 'image'],
    ['SPONSORED_VIDEO', 'video', 'video'],
    ['SPONSORED_UPDATE_NATIVE_DOCUMENT', 'other', 'other'],
    ['SPONSORED_UPDATE_CAROUSEL', 'carousel', 'image'],
    ['SPONSORED_MESSAGE', 'other', 'other'],
    ['SPONSORED_INMAILS', 'other', 'other'],
    ['TEXT_AD', 'other', 'other'],
    ['SPOTLIGHT_V2', 'other', 'other'],
    ['FOLLOW_COMPANY_V2', 'other', 'other'],
    ['JOBS_V2', 'other', 'other'],
    ['SPONSORED_UPDATE_EVENT', 'other', 'other'],
    ['SPONSORED_UPDATE_JOB_POSTING', 'other', 'other'],
    ['$UNKNOWN', null, null],
    ['constructor', null, null],
  ])('of type %s has format %s', (type, format, mediaType) => {
    expect(adOf(linkedinApi, withDetails({ type }))).toMatchObject({ format, mediaType });
  });

  test.each([
    [['English'], 'en'],
    [['Chinese (Simplified)'], 'zh'],
    [['urn:li:locale:pt_BR'], 'pt'],
    [['English', 'German'], null],
    [['Klingon'], null],
    [[], null],
  ])('targeting %j has language %j', (includedSegments, language) => {
    const adTargeting = [{ facetName: 'Language', isIncluded: true, includedSegments }];
    expect(adOf(linkedinApi, withDetails({ adTargeting })).language).toBe(language);
  });

  test('is active when shown within two days before the capture', () => {
    expect(adOf(linkedinApi, { ...element, capturedAt: '2026-02-22T23:00:00Z' })).toMatchObject({
      status: 'active',
      endDate: null,
    });
    expect(adOf(linkedinApi, { ...element, capturedAt: '2026-02-23T00:00:00Z' })).toMatchObject({
      status: 'inactive',
      endDate: '2026-02-20',
    });
    expect(adOf(linkedinApi, element).status).toBe(null);
  });

  test('is rejected when restricted and without details', () => {
    const restricted = { adUrl: element.adUrl, isRestricted: true };
    expect(linkedinApi.recognises(restricted)).toBe(true);
    expect(() => adOf(linkedinApi, restricted)).toThrow('no advertiser name');
  });

  test('has no id if its address has none', () => {
    const lost = { ...element, adUrl: 'https://www.linkedin.com/ad-library/detail/' };
    expect(() => adOf(linkedinApi, lost)).toThrow('has no id');
  });
});

describe('a scraped page', () => {
  test('has texts, call to action, landing page, dates and impressions', () => {
    expect(adOf(linkedinApi, page)).toMatchObject({
      key: 'linkedin:612345679',
      advertiser: { name: 'Ledgerly', externalId: '9876543', logoUrl: 'https://media.example/logo.png' },
      bodies: ['Close the books by the third of the month.'],
      headlines: ['Month-end without overtime'],
      ctaType: 'LEARN_MORE',
      ctaText: 'Learn more',
      landingPageUrl: 'https://ledgerly.example/close?utm_source=linkedin',
      startDate: '2026-01-12',
      endDate: null,
      lastConfirmedAt: expect.stringMatching('^2026-02-20T'),
      impressions: { value: 3000, lower: 1000, upper: 5000, kind: 'range' },
      impressionsByCountry: { DE: 1500 },
      payer: 'Ledgerly GmbH',
      targeting: { countries: ['DE'], parameters: ['language', 'location'] },
      language: null,
      isPartnership: false,
    });
  });

  test.each([
    [
      [
        { country: 'Germany', percentage: '50%' },
        { country: 'United Kingdom', percentage: '<1%' },
      ],
    ],
    ['Germany 50%, United Kingdom (<1%)'],
    ['Germany: 50,0 %; GB'],
  ])('has the countries by name too, in a list or a text: %j', (impressionsPerCountry) => {
    const ad = adOf(linkedinApi, { ...page, totalImpressions: '1k–5k', impressionsPerCountry });
    expect(ad).toMatchObject({
      platforms: ['linkedin'],
      bodies: ['Close the books by the third of the month.'],
      impressions: { lower: 1000, upper: 5000 },
      impressionsByCountry: { DE: 1500 },
      countries: ['DE', 'GB'],
    });
  });

  test('has the cards of a carousel in order', () => {
    const ad = adOf(linkedinApi, page);
    expect(ad.format).toBe('carousel');
    expect(ad.cards).toMatchObject([
      {
        headline: 'First',
        landingPageUrl: 'https://ledgerly.example/1',
        media: [{ url: 'https://media.example/1.png' }],
      },
      { headline: 'Second' },
    ]);
  });

  test('has the advertiser id when the address has only a name', () => {
    const named = { ...page, advertiserProfileUrl: 'https://www.linkedin.com/company/ledgerly' };
    expect(adOf(linkedinApi, named).advertiser.externalId).toBe('9876543');
  });

  test('of an unknown type gets its format from the media', () => {
    const { adType: _, carouselItems: __, ...plain } = page;
    const video = {
      ...plain,
      videoUrl: 'https://media.example/v.mp4',
      videoThumbnailUrl: 'https://media.example/v.png',
    };
    const image = { ...plain, imageUrls: ['https://media.example/1.png'] };
    expect(adOf(linkedinApi, video)).toMatchObject({
      format: 'video',
      media: [{ type: 'video', thumbnailUrl: 'https://media.example/v.png' }],
    });
    expect(adOf(linkedinApi, image)).toMatchObject({ format: 'image', mediaType: 'image' });
    expect(adOf(linkedinApi, { ...plain, documentUrl: 'https://media.example/d.pdf' }).format).toBe(null);
  });

  test('of a thought leader is a partnership with the author', () => {
    const led = { ...page, promotionType: 'THOUGHT_LEADERSHIP', promoterDetails: { name: 'Ada Example' } };
    expect(adOf(linkedinApi, led)).toMatchObject({ isPartnership: true, partnerName: 'Ada Example' });
  });
});

test('an empty response is recognised and has no ads', () => {
  expect(linkedinApi.recognises(linkedinAnswer([]))).toBe(true);
  expect(adsOf(linkedinApi, linkedinAnswer([]))).toEqual([]);
});

test('an error is reported', () => {
  const expired = {
    status: 401,
    serviceErrorCode: 65_602,
    code: 'EXPIRED_ACCESS_TOKEN',
    message: 'The token has expired',
  };
  expect(linkedinApi.recognises(expired)).toBe(true);
  expect(() => adsOf(linkedinApi, expired)).toThrow('401, EXPIRED_ACCESS_TOKEN, The token has expired');
});

test.each<unknown>([
  linkedinAnswer([element]),
  { ...page, promotionType: 'THOUGHT_LEADERSHIP', promoterDetails: { name: 'Ada' } },
])('any record is mapped or rejected with a reason', (record) => {
  expect(failureUnderDamage(linkedinApi, record)).toBe(undefined);
});
