import { OpenAd } from '@magpie/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { metaApi } from './metaApi.ts';
import { Unmappable } from '../source.ts';

/** A commercial ad shown in two EU countries, with all fields of the API. */
const oatMilk = {
  id: '1002003004005006',
  ad_creation_time: '2025-02-27',
  ad_creative_bodies: ['Foamy, creamy, plain oats.', 'Barista approved.', 'Foamy, creamy, plain oats.'],
  ad_creative_link_captions: ['WWW.havre.example', 'havre.example'],
  ad_creative_link_descriptions: ['Free delivery above €30'],
  ad_creative_link_titles: ['Oat milk for baristas', 'Oat milk for baristas'],
  ad_delivery_start_time: '2025-03-01',
  ad_delivery_stop_time: '2025-04-15',
  ad_snapshot_url: `https://www.facebook.com/ads/archive/render_ad/?id=1002003004005006&access_token=EAAB${'0z'.repeat(30)}`,
  languages: ['fr'],
  page_id: '204060801030507',
  page_name: 'Havre Oats',
  publisher_platforms: ['facebook', 'instagram', 'messenger'],
  eu_total_reach: 1870,
  age_country_gender_reach_breakdown: [
    {
      country: 'FR',
      age_gender_breakdowns: [
        { age_range: '18-24', female: 900, male: 300 },
        { age_range: '65+', female: 100 },
      ],
    },
    { country: 'BE', age_gender_breakdowns: [{ age_range: 'Unknown', male: 550, unknown: 20 }] },
  ],
  beneficiary_payers: [{ payer: 'Havre Oats SA', beneficiary: 'Havre Oats SA', current: true }],
  target_ages: ['18', '65+'],
  target_gender: 'Women',
  target_locations: [
    { name: 'France', type: 'countries', excluded: false, num_obfuscated: 0 },
    { name: 'Liège', type: 'CITY', excluded: false, num_obfuscated: 0 },
    { name: 'Corsica', type: 'regions', excluded: true, num_obfuscated: 0 },
  ],
};

/** A political ad outside of the EU: ranges and shares instead of numbers. */
const vote = {
  id: '700800900100',
  page_id: '5',
  page_name: 'Citizens for Trams',
  ad_delivery_start_time: '2024-09-01T07:00:00+0000',
  impressions: { lower_bound: '1000', upper_bound: '1999' },
  spend: { lower_bound: '0', upper_bound: '99' },
  bylines: 'Citizens for Trams',
  demographic_distribution: [
    { percentage: '0.25', age: '18-24', gender: 'female' },
    { percentage: '0.75', age: '65+', gender: 'male' },
  ],
};

const toAd = (record: unknown) => OpenAd.parse(metaApi.toAd(record));

beforeEach(() => void vi.useFakeTimers({ now: new Date('2025-04-10T12:00:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('an ad of the API', () => {
  it('maps to the open format', () => {
    expect(metaApi.toAd(oatMilk)).toEqual({
      key: 'meta:1002003004005006',
      externalId: '1002003004005006',
      sourceUrl: 'https://www.facebook.com/ads/library/?id=1002003004005006',
      advertiser: {
        name: 'Havre Oats',
        externalId: '204060801030507',
        pageUrl: 'https://www.facebook.com/204060801030507',
      },
      platforms: ['facebook', 'instagram'],
      placements: ['facebook', 'instagram', 'messenger'],
      headlines: ['Oat milk for baristas'],
      bodies: ['Foamy, creamy, plain oats.', 'Barista approved.'],
      description: 'Free delivery above €30',
      landingPageDomain: 'havre.example',
      language: 'fr',
      countries: ['FR', 'BE'],
      status: 'active',
      startDate: '2025-03-01',
      endDate: null,
      reach: { value: 1870, lower: null, upper: null, kind: 'reported' },
      reachText: null,
      demographics: {
        gender: { female: 1000, male: 850, unknown: 20 },
        age: { '18-24': 1200, '65+': 100, unknown: 570 },
        country: { FR: 1300, BE: 570 },
      },
      coverage: { regions: ['EU'] },
      impressions: null,
      spend: null,
      payer: 'Havre Oats SA',
      beneficiary: 'Havre Oats SA',
      targeting: {
        ages: ['18-65+'],
        genders: ['female'],
        countries: ['FR'],
        places: ['Liège'],
        parameters: [],
        excluded: ['Corsica'],
      },
    });
  });

  it('has the current payer and beneficiary', () => {
    const beneficiary_payers = [
      { payer: 'An agency', beneficiary: 'Havre', current: false },
      { payer: 'Havre Oats SA', beneficiary: 'Havre Oats SA', current: true },
    ];
    expect(toAd({ ...oatMilk, beneficiary_payers })).toMatchObject({
      payer: 'Havre Oats SA',
      beneficiary: 'Havre Oats SA',
    });
  });

  it.each([
    [{ UK: 900 }, 900, 'UK'],
    [[{ location: 'UK', reach: '900' }], 900, 'UK'],
    [[{ key: 'UK', value: 900 }], 900, 'UK'],
  ])(
    'has the reach of another region in %j when the EU has none',
    (total_reach_by_location, value, region) => {
      expect(toAd({ ...oatMilk, eu_total_reach: undefined, total_reach_by_location })).toMatchObject({
        reach: { value },
        coverage: { regions: [region] },
      });
    },
  );

  it('drops the access token of its snapshot link', () => {
    expect(JSON.stringify(metaApi.toAd(oatMilk))).not.toMatch(/EAAB|access_token/);
  });

  it.each([
    ['2025-04-09', 'inactive', '2025-04-09'],
    ['2025-04-09T23:59:00+0000', 'inactive', '2025-04-09'],
    ['2025-04-10', 'active', null],
    ['2026-01-01', 'active', null],
    ['', 'active', null],
    [undefined, 'active', null],
  ])('with the stop date %j is %s', (stop, status, endDate) => {
    expect(toAd({ ...oatMilk, ad_delivery_stop_time: stop })).toMatchObject({ status, endDate });
  });

  it('with an end before its start keeps the start', () => {
    const ad = toAd({
      ...oatMilk,
      ad_delivery_start_time: '2025-03-01',
      ad_delivery_stop_time: '2025-02-01',
    });
    expect(ad).toMatchObject({ status: 'inactive', startDate: '2025-03-01', endDate: null });
  });

  it('without a start date uses the creation date', () => {
    expect(toAd({ ...oatMilk, ad_delivery_start_time: undefined }).startDate).toBe('2025-02-27');
  });

  it('on politics has ranges of impressions and spend, which are no reach', () => {
    expect(toAd({ ...vote, currency: 'EUR' })).toMatchObject({
      startDate: '2024-09-01',
      impressions: { value: 1500, lower: 1000, upper: 1999, kind: 'range' },
      spend: { value: 49.5, lower: 0, upper: 99, kind: 'range', currency: 'EUR' },
      payer: 'Citizens for Trams',
      reach: null,
      demographics: null,
    });
  });

  it('on politics has demographics where the reach is known', () => {
    expect(toAd({ ...vote, br_total_reach: 1500 })).toMatchObject({
      reach: { value: 1500 },
      coverage: { regions: ['BR'] },
      demographics: { gender: { female: 375, male: 1125 }, age: { '18-24': 375, '65+': 1125 }, country: {} },
    });
  });

  it('with an open range uses the lower bound', () => {
    expect(toAd({ ...vote, impressions: { lower_bound: '1000000' } }).impressions).toMatchObject({
      value: 1_000_000,
      upper: null,
    });
  });

  it.each([
    [['en', 'fr'], null],
    [['CMN'], 'zh'],
    [['en'], 'en'],
    [['not a code'], null],
    [undefined, null],
  ])('with the languages %j has language %j', (languages, language) =>
    expect(toAd({ ...oatMilk, languages }).language).toBe(language),
  );

  it.each([
    [['fb.com'], 'fb.com'],
    [['https://Shop.Example/a?b'], 'shop.example'],
    [['Call now', 'havre.example'], 'havre.example'],
    [['v1.5'], null],
    [['Ends soon.'], null],
    [undefined, null],
  ])('with the captions %j has domain %j', (captions, domain) => {
    expect(toAd({ ...oatMilk, ad_creative_link_captions: captions }).landingPageDomain).toBe(domain);
  });

  it.each([
    [{ ...oatMilk, id: undefined }, "'id' must be the ad's library id, got nothing."],
    [{ ...oatMilk, id: 1e19 }, `'id' must be the ad's library id, got "10000000000000000000".`],
    [{ ...oatMilk, id: '1.58E+15' }, `'id' must be the ad's library id, got "1.58E+15".`],
    [{ ...oatMilk, page_name: ' ' }, `'page_name' must be the name of the page, got an empty text.`],
    [
      { ...oatMilk, page_name: 'Unknown', page_id: undefined },
      "The ad names no advertiser: 'Unknown' is a placeholder or an id.",
    ],
    ...['Unknown', 'Advertiser name or keyword', 'N/A', '1234567890', '6600004'].map(
      (page_name): [object, string] => [
        { ...oatMilk, page_name, page_id: '6600004' },
        `The ad names no advertiser: '${page_name}' is a placeholder or an id.`,
      ],
    ),
    [null, 'An ad of the Ad Library API must be an object.'],
  ])('is rejected with a reason', (record, message) => {
    expect(() => metaApi.toAd(record)).toThrow(new Unmappable(message));
  });

  it.each(['1800flowers', '4711', '7-Eleven', '123456'])('may be of the page %s', (page_name) => {
    expect(toAd({ ...oatMilk, page_name, page_id: '6600004' }).advertiser).toMatchObject({
      name: page_name,
      externalId: '6600004',
    });
  });

  it('is valid for any values of its other fields', () => {
    const anything = fc.oneof(fc.anything({ maxDepth: 3 }), fc.array(fc.string()), fc.nat());
    const names = [...Object.keys(oatMilk), ...Object.keys(vote)];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), anything), (odd) => {
        expect(toAd({ ...oatMilk, ...odd, id: '7', page_name: 'Havre Oats' }).key).toBe('meta:7');
      }),
    );
  });
});

describe('a saved page', () => {
  const next = (countries: string): string =>
    `https://graph.facebook.com/v18.0/ads_archive?ad_reached_countries=${encodeURIComponent(countries)}&after=xyz&access_token=EAAB`;
  const page = (countries: string) => ({
    data: [oatMilk, vote, 'odd'],
    paging: { cursors: { after: 'xyz' }, next: next(countries) },
  });
  const countriesOnPage = (document: unknown) =>
    [...metaApi.unfold(document)].slice(0, 2).map((record) => toAd(record).countries);

  it('and its single ads are recognised', () => {
    expect(metaApi.recognises(page('["FR"]'))).toBe(true);
    expect(metaApi.recognises(oatMilk)).toBe(true);
    expect([...metaApi.unfold(oatMilk)]).toEqual([oatMilk]);
  });

  it.each([
    [{ data: [], paging: {} }],
    [{ data: [{ id: '5', name: 'A page' }] }],
    [{ error: { message: 'expired', code: 190 } }],
    [{ ad_id: '5', ad_creative_bodies: ['a table of somebody else'] }],
    [[]],
    [null],
    ['text'],
  ])('is not recognised from %j', (document) => expect(metaApi.recognises(document)).toBe(false));

  it('unfolds to all its entries, including invalid ones', () => {
    expect([...metaApi.unfold(page('["FR"]'))]).toHaveLength(3);
  });

  it.each([["['US']"], ['["US"]'], ['US']])(
    'queried for %s sets the country of an ad without a breakdown',
    (countries) => {
      expect(countriesOnPage(page(countries))).toEqual([['FR', 'BE'], ['US']]);
    },
  );

  it.each([['["US","CA"]'], ['["ALL"]']])('queried for %s sets no country', (countries) => {
    expect(countriesOnPage(page(countries))).toEqual([['FR', 'BE'], []]);
  });

  it('without a next page uses the countries of its query', () => {
    expect(countriesOnPage({ data: [oatMilk, vote], ad_reached_countries: ['us'] })[1]).toEqual(['US']);
  });
});
