import type { OpenAd, OpenAdInput } from '@magpie/contract';
import * as fc from 'fast-check';
import { openAd } from '../catalog.ts';
import { dayBefore } from './ads.ts';

/**
 * Ads of few distinct values, so that filters hit, texts are shared and ties abound; and of the values that are easily
 * got wrong: both ends of every window, zero and unknown, names and texts that differ in form only.
 */

/** Days are counted from it, so that the ads of a seed are as old whenever they are made. */
const today = new Date().toISOString().slice(0, 10);
/** No source has seen anything after the ads were looked at, and nobody has seen anything later than now. */
export const seenAt = `${today}T00:00:00.000Z`;

/** The first of each row is how the name is written first, wherever it is read. */
const names = [
  ['Éclair', 'ÉCLAIR', 'éclair', 'E\u0301clair'],
  ['Éclair.com', 'éclair.COM'],
  ['Straße', 'STRASSE', 'strasse'],
  ['İstanbul Moda', 'i̇stanbul moda'],
  ['Istanbul Moda', 'ISTANBUL MODA'],
  ['O\'Brien \\ 100% "Süß"'],
  ['株式会社カササギ'],
  ['Colossus'],
] as const;

/** As they are written, and as somebody looks for them. */
export const someSearch = fc.oneof(
  fc.constantFrom(...names.flat()),
  fc.constantFrom(
    'eclair',
    'ECL',
    'É',
    'eclair.com',
    'strasse.de',
    'stra',
    'moda',
    'mod ist',
    'カササギ',
    '会社',
  ),
  fc.constantFrom('obrien', "o'brien 100", 'suss', 'colossus.example', '%', '_', '"', 'nobody at all', 'i'),
);

export const someName = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...names[0]) },
  { weight: 4, arbitrary: fc.constantFrom(...names.flat()) },
);

/** Of an advertiser the same in all of its ads. */
function advertiserCalled(name: string): OpenAdInput['advertiser'] {
  const length = name.toUpperCase().normalize('NFC').length;
  return {
    name,
    logoUrl: length % 2 === 0 ? `https://cdn.example/${length}.png` : null,
    categories: length % 3 === 0 ? ['Food', 'Fashion'] : [],
  };
}

const someBody = fc.constantFrom(
  'Free shipping, now',
  'free shipping, now',
  ' New in: the sale ',
  'New in: the sale',
  'Café gratis',
  'Cafe\u0301 gratis',
  '無料配送 sale',
  'Ｓale',
  '😀 Sale',
  'Save {{percent}} now',
  '{{product.name}}',
  "It's \\ 100% 'free' \"now\"\nand\tthen",
);

const someHeadline = fc.constantFrom(
  'Shop now',
  'SHOP NOW',
  'Zuhause',
  'Über uns',
  '😀',
  '\uffe5 100',
  '{{product.brand}}',
  'Last chance',
);

const someAddress = fc.constantFrom(
  'https://eclair.com/shop',
  'http://www.eclair.com/shop/?utm_source=meta#top',
  'https://eclair.com/shop?size=2',
  'https://eclair.com/Shop',
  'https://eclair.com/',
  'https://www.eclair.com',
  'https://shop.eclair.com/new',
  'https://strasse.de/a%20b',
  'https://strasse.de/%C3%BC',
  'https://{{shop}}.com/x',
);

const interestingDays = [0, 1, 6, 7, 29, 30, 59, 60, 89, 90, 179, 180, 364, 365, 500, -1, -5];
export const someDaysAgo = fc.oneof(fc.constantFrom(...interestingDays), fc.integer({ min: 0, max: 400 }));
export const someDay = someDaysAgo.map((days) => dayBefore(today, days));
const someClock = fc.constantFrom('00:00:00.000Z', '12:00:00.000Z', '23:59:59.999Z');
export const someInstant = fc.tuple(someDay, someClock).map(([day, clock]) => `${day}T${clock}`);

const someSighting = someInstant.map((instant) => (instant < seenAt ? instant : seenAt));

/** Around the ends of the freshness windows. */
const someRecentSighting = fc
  .constantFrom(0, 1, 2, 3, 4, 13, 14, 15)
  .map((days) => `${dayBefore(today, days)}T00:00:00.000Z`);

function perhaps<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(value, { freq: 2 });
}

function upTo<Value>(most: number, value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> {
  return fc.array(value, { maxLength: most });
}

const someCount = fc.constantFrom(0, 0, 1, 10, 10, 250, 4_000, 99_999);

const someReach = perhaps(
  fc.oneof(
    { weight: 10, arbitrary: someCount.map((value) => ({ value })) },
    { weight: 3, arbitrary: fc.constantFrom({ lower: 10, upper: 20 }, { lower: 1000 }, { upper: 500 }) },
  ),
);

function amounts(...keys: readonly string[]): fc.Arbitrary<Record<string, number>> {
  return fc.dictionary(fc.constantFrom(...keys), fc.constantFrom(0, 10, 10, 50, 333), {
    maxKeys: keys.length,
  });
}

/** That nothing is broken down is the same as that it is unknown. */
const someDemographics = perhaps(
  fc
    .record({
      gender: amounts('female', 'male', 'unknown', 'divers'),
      age: amounts('18-24', '25-34', '65+', 'unknown'),
      country: amounts('US', 'DE', 'FR'),
    })
    .filter((parts) => Object.values(parts).some((part) => Object.keys(part).length > 0)),
);

export const somePlatform = fc.constantFrom('facebook', 'instagram', 'youtube', 'linkedin', 'tiktok');
export const someCountry = fc.constantFrom('US', 'DE', 'BR');
export const someLanguage = fc.constantFrom('en', 'de', 'pt-br');

const someCounts = {
  likes: perhaps(someCount),
  comments: perhaps(someCount),
  shares: perhaps(someCount),
  rankCountry: perhaps(someCountry),
};

const somePicture = fc.constantFrom<NonNullable<OpenAdInput['media']>[number]>(
  { type: 'image', url: 'https://cdn.example/1.jpg' },
  { type: 'image', url: 'https://cdn.example/2.jpg', thumbnailUrl: 'https://cdn.example/2-small.jpg' },
  { type: 'video', url: 'https://cdn.example/3.mp4' },
  { type: 'video', url: 'https://cdn.example/4.mp4', thumbnailUrl: 'https://cdn.example/4.jpg' },
);

const someCard = fc.record({
  headline: perhaps(someHeadline),
  body: perhaps(someBody),
  landingPageUrl: perhaps(someAddress.filter((address) => !address.includes('{{'))),
  media: upTo(2, somePicture),
});

/** An end, if there is one, comes so many days after the start. */
const someTimes = fc
  .record({
    startDate: perhaps(someDay),
    length: perhaps(fc.constantFrom(0, 1, 3, 30, 91, 400)),
    endWithoutStart: someDay,
    seen: fc.tuple(someSighting, someSighting, someSighting),
    isDated: fc.boolean(),
  })
  .map(({ startDate, length, endWithoutStart, seen, isDated }) => {
    const [firstSeenAt, midway = seenAt, lastSeenAt] = seen.toSorted();
    const endDate =
      length === null ? null : startDate === null ? endWithoutStart : dayBefore(startDate, -length);
    return {
      startDate,
      endDate,
      firstSeenAt,
      lastSeenAt,
      capturedAt: isDated ? lastSeenAt : null,
      midway,
    };
  });

const someAd = fc
  .record({
    name: someName,
    times: someTimes,
    platforms: fc.uniqueArray(somePlatform, { maxLength: 3 }),
    format: perhaps(fc.constantFrom('video', 'image', 'carousel', 'dco')),
    mediaType: perhaps(fc.constantFrom('image', 'video', 'other')),
    status: perhaps(fc.constantFrom('active', 'inactive')),
    lastConfirmedAt: perhaps(fc.oneof(someSighting, someRecentSighting)),
    freshnessDays: perhaps(fc.constantFrom(0, 1, 3, 14)),
    headlines: upTo(3, someHeadline),
    bodies: upTo(3, someBody),
    cards: upTo(2, someCard),
    language: perhaps(someLanguage),
    landingPageUrl: perhaps(someAddress),
    reach: someReach,
    demographics: someDemographics,
    engagement: perhaps(fc.record(someCounts)),
    earlier: perhaps(fc.record(someCounts)),
    media: upTo(2, somePicture),
  })
  .map(({ name, times: { midway, ...times }, earlier, ...ad }) =>
    Object.assign(ad, times, {
      advertiser: advertiserCalled(name),
      snapshots: earlier === null ? [] : [Object.assign({ capturedAt: midway }, earlier)],
    }),
  );

/** Whose sums pass what a JSON number carries exactly. */
export const colossalAds: readonly OpenAd[] = [0, 1, 2].map((number) =>
  openAd({
    key: `meta:colossal${number}`,
    advertiser: advertiserCalled('Colossus'),
    headlines: ['Shop now', `Shop ${number}`],
    bodies: ['Free', `Free ${number}`],
    landingPageUrl: number === 0 ? 'https://colossus.example/' : 'https://colossus.example/more',
    startDate: dayBefore(today, number),
    reach: { value: Number.MAX_SAFE_INTEGER },
    demographics: {
      gender: { female: Number.MAX_SAFE_INTEGER, male: 5 },
      country: { US: Number.MAX_SAFE_INTEGER },
    },
    engagement: { likes: Number.MAX_SAFE_INTEGER, shares: 7 },
  }),
);

/** From almost the first day that an ad may have to almost the last. */
export const farAds: readonly OpenAd[] = (
  [
    { startDate: '1900-01-02', endDate: '2299-12-30' },
    { startDate: '1900-01-02', endDate: '1900-01-02' },
    { startDate: '1900-01-02', status: 'inactive' },
    { firstSeenAt: '1900-01-01T00:00:00.000Z' },
    { firstSeenAt: '1900-01-01T23:59:59.999Z', endDate: '1969-12-31' },
    { firstSeenAt: '1900-01-01T00:00:00.000Z', lastSeenAt: '1960-01-01T00:00:00.000Z' },
    { startDate: '2299-12-30' },
    { startDate: '2299-12-30', status: 'inactive' },
  ] as const
).map((times, number) =>
  openAd({
    ...times,
    key: `meta:far${number}`,
    advertiser: advertiserCalled('Éclair'),
    headlines: ['Far'],
    bodies: ['Far'],
    landingPageUrl: 'https://eclair.com/far',
  }),
);

/** The same for the same seed. Two batches have those ads in common whose numbers both reach. */
export function someAds(seed: number, numbers: { from: number; count: number }): OpenAd[] {
  return fc
    .sample(someAd, { seed, numRuns: numbers.count })
    .map((ad, index) => openAd({ ...ad, key: `meta:${numbers.from + index}` }));
}

/** Random, and printed when a test fails. */
export const randomSeed = Math.floor(Math.random() * 2 ** 31);
