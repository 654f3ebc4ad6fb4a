import { describe, expect, test } from 'vitest';
import { amazonAds } from '../amazon/amazonAds.ts';
import { pinterestAds } from '../pinterest/pinterestAds.ts';
import { temuAds } from '../temu/temuAds.ts';
import { xAds } from '../x/xAds.ts';
import { adOf, adsOf, failureUnderDamage } from './damage.fixture.ts';
import { amazonRecord, pinterestRecord, temuRecord, xRow } from './disclosedRow.fixture.ts';

const run = {
  startDate: '2026-01-10',
  endDate: '2026-02-01',
  status: null,
  lastConfirmedAt: null,
  platforms: [],
};
/** The last day shown is no end. */
const shown = { ...run, endDate: null, lastConfirmedAt: '2026-02-01T00:00:00.000Z' };
const sources = [xAds, pinterestAds, amazonAds, temuAds];
const records = [xRow, pinterestRecord, amazonRecord, temuRecord];

test('a row of X has the post, the funding entity and its segments', () => {
  expect(adOf(xAds, xRow)).toMatchObject({
    ...run,
    key: 'x:1755555555555555555',
    sourceUrl: 'https://x.com/i/status/1755555555555555555',
    placements: ['x'],
    advertiser: { name: 'Almhof Käse' },
    payer: 'Almhof Handels GmbH',
    impressions: { value: 12_345, kind: 'reported' },
    reach: { value: 9876, kind: 'reported' },
    bodies: [],
    targeting: {
      ages: ['25-34'],
      genders: ['female'],
      countries: ['AT'],
      parameters: ['Keywords: cheese'],
      excluded: ['Followers'],
    },
    coverage: { regions: ['EU'] },
  });
});

test('a row of X without a link has the text of the creative, and an identity of its contents', () => {
  expect(adOf(xAds, { ...xRow, Creative: 'Cheese. Now.' })).toMatchObject({
    key: null,
    bodies: ['Cheese. Now.'],
  });
});

test('a removed ad is inactive', () => {
  expect(adOf(xAds, { ...xRow, 'Removal Reason': 'Policy' }).status).toBe('inactive');
});

test('a record of Pinterest has the users by country', () => {
  expect(adOf(pinterestAds, { items: [pinterestRecord] })).toMatchObject({
    ...run,
    key: 'pinterest:987654321098765',
    sourceUrl: 'https://www.pinterest.com/pin/987654321098765/',
    headlines: ['Bergkäse, zwölf Monate gereift'],
    landingPageUrl: 'https://almhof.example/bergkaese',
    countries: ['AT', 'DE'],
    demographics: { country: { AT: 5500, DE: 500 } },
    targeting: { ages: ['25-34', '35-44'], genders: ['female'] },
    media: [{ type: 'image', url: 'https://i.pin.example/1.jpg' }],
    impressions: null,
  });
});

test('a record of Pinterest without an advertiser is rejected', () => {
  const ad_details = { ...pinterestRecord.ad_details, advertiser_names: null };
  expect(() => adOf(pinterestAds, { ...pinterestRecord, ad_details })).toThrow('no advertiser');
});

test('a record of Amazon has impression bands by country', () => {
  expect(adOf(amazonAds, amazonRecord)).toMatchObject({
    ...shown,
    key: 'amazon:ad-4711',
    payer: 'Almhof Handels GmbH',
    headlines: ['Bergkäse 500 g'],
    impressions: { lower: 10_000, upper: 50_000, kind: 'range' },
    impressionsByCountry: { AT: 15_000, DE: 500 },
    countries: ['AT', 'DE'],
    targeting: { parameters: ['Keywords', 'Products'] },
    reach: null,
  });
});

test('a record of Temu has payer, product and country', () => {
  expect(adOf(temuAds, temuRecord)).toMatchObject({
    ...shown,
    key: null,
    advertiser: { name: 'Hobelwerk' },
    payer: 'Hobelwerk Trading Ltd',
    headlines: ['Käsehobel aus Edelstahl'],
    landingPageUrl: 'https://www.temu.example/hobel.html',
    countries: ['DE'],
    impressions: { lower: 1000, upper: 5000 },
  });
});

test('a last day shown is the end if the record was read some days later', () => {
  const readOn = (capturedAt: string) => adOf(amazonAds, { ...amazonRecord, capturedAt });
  expect(readOn('2026-02-03')).toMatchObject({ status: 'active', endDate: null });
  expect(readOn('2026-02-04')).toMatchObject({ status: 'inactive', endDate: '2026-02-01' });
});

describe.each(sources.map((source, index) => [source.name, source, records[index]] as const))(
  '%s',
  (_, source, record) => {
    test('is recognised by one source only, in a list too', () => {
      expect(sources.filter((one) => one.recognises(record))).toEqual([source]);
      expect(source.recognises({ data: [record] })).toBe(true);
      expect(adsOf(source, { data: [record, record] })).toHaveLength(2);
    });

    test('maps any record or rejects it with a reason', () => {
      expect(failureUnderDamage(source, record)).toBe(undefined);
    });
  },
);

test('columns are found in any spelling', () => {
  const spelled = Object.fromEntries(
    Object.entries(xRow).map(([name, cell]) => [name.toUpperCase().replaceAll(' ', '_'), cell]),
  );
  expect(adOf(xAds, spelled)).toEqual(adOf(xAds, xRow));
});
