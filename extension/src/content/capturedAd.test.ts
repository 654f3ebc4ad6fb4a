import { CapturedAd, OpenAd, type OpenAdInput } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import { buildAdKey } from '@magpie/server/ads/identity';
import { toOpenAd } from '@magpie/server/boards/captured';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCapturedAd } from './capturedAd.ts';
import { toCapturedImage } from './capturedImage.ts';

const text = fc.string({ minLength: 1, maxLength: 30 }).filter((value) => value.trim() !== '');
const address = fc
  .nat(9)
  .chain((number) => fc.constantFrom(`https://x.example/${number}`, `https://x.example/${'a'.repeat(3000)}`));
const count = fc.nat();
const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const medium = fc.record({ type: fc.constantFrom('image' as const, 'video' as const), url: address });

/** Any ad of the open format as a library would provide it. */
const openAds = fc
  .record({
    platforms: fc.uniqueArray(fc.constantFrom(...platformTable.platforms)),
    format: fc.constantFrom('image' as const, 'carousel' as const, null),
    status: fc.constantFrom('active' as const, 'inactive' as const, null),
    headlines: fc.uniqueArray(text, { maxLength: 120, size: 'max' }),
    bodies: fc.uniqueArray(text, { maxLength: 3 }),
    description: fc.option(text),
    ctaType: fc.option(text),
    ctaText: fc.option(text),
    landingPageUrl: fc.option(address),
    language: fc.constantFrom('de', null),
    countries: fc.subarray(['DE', 'AT']),
    isPartnership: fc.option(fc.boolean()),
    partnerName: fc.option(text),
    media: fc.array(medium, { maxLength: 60 }),
    cards: fc.array(fc.record({ headline: text, media: fc.array(medium, { maxLength: 2 }) }), {
      maxLength: 60,
    }),
    startDate: fc.option(day),
    endDate: fc.option(day),
    reach: fc.constantFrom({ value: 5, lower: 1, upper: 9, kind: 'range' as const }, null),
    impressions: fc.constantFrom({ value: 5, lower: 1, upper: 9, kind: 'range' as const }, null),
    payer: fc.option(text),
    engagement: fc.option(fc.record({ likes: count, comments: count, shares: count })),
    advertiser: fc.record({
      name: text.filter((name) => !isPlaceholderName(name, 'field')),
      logoUrl: fc.option(address),
      pageUrl: fc.constant('https://x.example/page'),
    }),
    id: fc.nat(1e9),
  })
  .map(({ id, ...ad }): OpenAdInput =>
    Object.assign(ad, {
      key: `linkedin:${id}`,
      externalId: String(id),
      sourceUrl: `https://www.linkedin.com/ad-library/detail/${id}`,
    }),
  );

/** Clears the fields that a captured ad does not have. */
function carried(open: OpenAdInput): OpenAd {
  const within = (url: string | null | undefined): string | null => (url && url.length <= 2048 ? url : null);
  const { startDate = null, endDate = null } = open;
  return OpenAd.parse({
    ...open,
    key: null,
    platforms: open.platforms?.length ? open.platforms : ['linkedin'],
    advertiser: { ...open.advertiser, logoUrl: within(open.advertiser.logoUrl) },
    landingPageUrl: within(open.landingPageUrl),
    headlines: open.headlines?.slice(0, 100),
    media: open.media?.slice(0, 50),
    cards: open.cards?.slice(0, 50),
    endDate: startDate !== null && endDate !== null && startDate > endDate ? null : endDate,
  });
}

describe('capturedAdOf', () => {
  it('keeps every field that a captured ad has', () => {
    fc.assert(
      fc.property(openAds, (open) => {
        const captured = CapturedAd.parse(toCapturedAd(open, { platform: 'linkedin' }));
        const expected = carried(open);
        // Texts that are the same after trimming are one.
        const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
        expect(toOpenAd(captured)).toEqual({
          ...expected,
          headlines: distinct(expected.headlines),
          bodies: distinct(expected.bodies),
        });
      }),
      { numRuns: 50 },
    );
  });

  it('keeps the identity where a library has several id ranges', () => {
    const open: OpenAdInput = {
      key: 'tiktok:top-7200000000000000009',
      externalId: '7200000000000000009',
      sourceUrl: 'https://ads.tiktok.com/business/creativecenter/topads/7200000000000000009',
      platforms: ['tiktok'],
      advertiser: { name: 'Kettle & Co.' },
    };
    const captured = CapturedAd.parse(toCapturedAd(open, { platform: 'tiktok' }));
    expect(buildAdKey(toOpenAd(captured))).toBe(open.key);
  });

  it('keeps the library of an ad that is on none of the platforms', () => {
    const open: OpenAdInput = {
      key: 'pinterest:987654321098765',
      externalId: '987654321098765',
      sourceUrl: 'https://www.pinterest.com/pin/987654321098765/',
      platforms: [],
      advertiser: { name: 'Kettle & Co.' },
    };
    const captured = CapturedAd.parse(toCapturedAd(open, { library: 'pinterest' }));
    expect(toOpenAd(captured)).toMatchObject({ key: open.key, platforms: [], placements: ['pinterest'] });
  });
});

describe('capturedPicture', () => {
  const found = {
    pictureUrl: 'https://cdn.example/a.png',
    pageUrl: 'https://www.shop.example/post',
    pageTitle: 'A post',
  };

  it('takes the company from the site name, else from the host', () => {
    expect(toCapturedImage(found).companyName).toBe('shop.example');
    expect(toCapturedImage({ ...found, siteName: 'The Shop' }).companyName).toBe('The Shop');
  });

  it.each([
    ['https://www.instagram.com/p/1', 'instagram'],
    ['https://www.tiktok.com/@a', 'tiktok'],
    ['https://www.linkedin.com/feed', 'linkedin'],
    ['https://www.youtube.com/watch?v=1', 'youtube'],
    ['https://www.facebook.com/invented/photos', 'facebook'],
    ['https://adstransparency.google.com/', 'youtube'],
    ['https://docs.google.com/document', undefined],
    ['https://www.google.com/search?q=kettle', undefined],
    ['https://shop.example/', undefined],
  ])('of %s is guessed to be on %s, else where the last one was', (pageUrl, platform) => {
    expect(toCapturedImage({ ...found, pageUrl }, 'tiktok').platform).toBe(platform ?? 'tiktok');
    expect(toCapturedImage({ ...found, pageUrl }, 'linkedin').platform).toBe(platform ?? 'linkedin');
  });

  it.each([
    ['', ''],
    [`?signed=${'x'.repeat(2100)}`, ''],
    [`?signed=${'x'.repeat(2100)}`, `?of=${'x'.repeat(2000)}`],
  ])(
    'two of one page are two ads, and each is always the same, however long their addresses',
    (query, ofPage) => {
      const pageUrl = found.pageUrl + ofPage;
      const keys = ['a', 'b', 'b'].map((name) => {
        const pictureUrl = `https://cdn.example/${name}.png${query}`;
        return buildAdKey(toOpenAd(CapturedAd.parse(toCapturedImage({ ...found, pageUrl, pictureUrl }))));
      });
      expect(keys[0]).not.toBe(keys[1]);
      expect(keys[1]).toBe(keys[2]);
    },
  );

  it('is always valid input for ads.addToBoard', () => {
    const pages = fc.string().map((path) => `https://shop.example/${encodeURIComponent(path)}`);
    const pictures = fc.oneof(pages, fc.constant('data:image/png;base64,AA'), fc.string());
    fc.assert(
      fc.property(pages, pictures, fc.string(), fc.string(), (pageUrl, pictureUrl, pageTitle, siteName) => {
        const picture = toCapturedImage({ pageUrl, pictureUrl, pageTitle, siteName });
        expect(CapturedAd.safeParse(picture).error).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});
