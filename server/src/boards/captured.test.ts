import { CapturedAd, OpenAd } from '@magpie/contract';
import { describe, expect, it } from 'vitest';
import { adHash, buildAdKey } from '../ads/identity.ts';
import { capturedAdHash, withCapturedType, toOpenAd } from './captured.ts';

const picture = {
  type: 'image' as const,
  url: 'https://cdn.example/a.jpg',
  thumbnailUrl: 'https://cdn.example/a-small.jpg',
  width: 640,
  height: 480,
  durationSeconds: null,
};

const card = {
  headline: 'Merino socks',
  body: 'Warm',
  description: 'Pair',
  ctaText: 'Buy',
  landingPageUrl: 'https://shop.example/socks',
  media: [picture],
};

/** Every field that can be captured, and where it is in the open format. */
const mapped: Record<
  Exclude<keyof CapturedAd, 'library'>,
  { readonly captured: unknown; readonly open: object }
> = {
  platform: { captured: 'instagram', open: { platforms: ['instagram', 'facebook'] } },
  platforms: { captured: ['facebook', 'instagram'], open: { platforms: ['instagram', 'facebook'] } },
  externalId: { captured: '12345', open: { externalId: '12345' } },
  sourceUrl: { captured: 'https://example.com/ad', open: { sourceUrl: 'https://example.com/ad' } },
  companyName: { captured: 'Acme', open: { advertiser: { name: 'Acme' } } },
  brandLogo: {
    captured: 'https://cdn.example/logo.png',
    open: { advertiser: { logoUrl: 'https://cdn.example/logo.png' } },
  },
  pageUrl: {
    captured: 'https://example.com/acme',
    open: { advertiser: { pageUrl: 'https://example.com/acme' } },
  },
  format: { captured: 'carousel', open: { format: 'carousel' } },
  // Determined by the index; the saved copy contains it.
  adType: { captured: 'Offer', open: {} },
  status: { captured: 'active', open: { status: 'active' } },
  headline: { captured: 'First', open: { headlines: ['First', 'Second'] } },
  headlines: { captured: ['Second', 'First'], open: { headlines: ['First', 'Second'] } },
  body: { captured: 'One', open: { bodies: ['One', 'Two'] } },
  bodies: { captured: ['Two'], open: { bodies: ['One', 'Two'] } },
  description: { captured: 'Described', open: { description: 'Described' } },
  ctaType: { captured: 'SHOP_NOW', open: { ctaType: 'SHOP_NOW' } },
  ctaText: { captured: 'Shop now', open: { ctaText: 'Shop now' } },
  landingPageUrl: { captured: 'https://shop.example/', open: { landingPageUrl: 'https://shop.example/' } },
  language: { captured: 'de', open: { language: 'de' } },
  countries: { captured: ['DE', 'AT'], open: { countries: ['DE', 'AT'] } },
  isPartnership: { captured: true, open: { isPartnership: true } },
  partnerName: { captured: 'Ben', open: { partnerName: 'Ben' } },
  media: { captured: [picture], open: { media: [picture] } },
  cards: { captured: [card], open: { cards: [card] } },
  startDate: { captured: '2026-01-02', open: { startDate: '2026-01-02' } },
  endDate: { captured: '2026-02-03', open: { endDate: '2026-02-03' } },
  reach: {
    captured: { value: null, lower: 100, upper: 200, kind: 'range' },
    open: { reach: { value: null, lower: 100, upper: 200, kind: 'range' } },
  },
  impressions: {
    captured: { value: null, lower: 1000, upper: 5000, kind: 'range' },
    open: { impressions: { value: null, lower: 1000, upper: 5000, kind: 'range' } },
  },
  payer: { captured: 'Acme Trading Ltd', open: { payer: 'Acme Trading Ltd' } },
  engagement: {
    captured: { views: 9, likes: 1, comments: 2, shares: 3, rankCountry: 'DE' },
    open: { engagement: { views: 9, likes: 1, comments: 2, shares: 3, rankCountry: 'DE' } },
  },
};

const whole = CapturedAd.parse(
  Object.fromEntries(Object.entries(mapped).map(([field, { captured }]) => [field, captured])),
);
const least = CapturedAd.parse({ platform: 'tiktok', externalId: '777', companyName: 'Acme' });

describe('a captured ad in the open format', () => {
  it('every captured field is in the table', () => {
    expect([...Object.keys(mapped), 'library'].toSorted()).toEqual(Object.keys(CapturedAd.shape).toSorted());
  });

  it.each(Object.entries(mapped))('%s is not lost', (_, { open }) => {
    expect(toOpenAd(whole)).toMatchObject(open);
  });

  it('is unchanged by the schema of the open format', () => {
    for (const captured of [whole, least])
      expect(OpenAd.parse(toOpenAd(captured))).toEqual(toOpenAd(captured));
  });

  it('missing fields are unknown', () => {
    const unknown = OpenAd.parse({ externalId: '777', platforms: ['tiktok'], advertiser: { name: 'Acme' } });
    expect(toOpenAd(least)).toEqual(unknown);
  });

  it.each([
    [{ externalId: '777', sourceUrl: 'https://www.facebook.com/ads/library/?id=12345' }, 'tiktok:777'],
    [{ sourceUrl: 'https://www.facebook.com/ads/library/?id=12345&country=US' }, 'meta:12345'],
    [{ sourceUrl: 'https://www.example.com/post/7/?utm_source=x' }, 'web:example.com/post/7'],
  ])('%j is recognised as %s', (known, key) => {
    const captured = CapturedAd.parse({ platform: 'tiktok', companyName: 'Acme', ...known });
    expect(buildAdKey(toOpenAd(captured))).toBe(key);
  });

  it.each([
    [{ externalId: '777', sourceUrl: 'https://www.pinterest.com/pin/777/' }, 'pinterest:777'],
    [{ sourceUrl: 'https://www.example.com/post/7/' }, 'web:example.com/post/7'],
  ])('of a library without a platform, %j, is recognised as %s', (known, key) => {
    const captured = CapturedAd.parse({ library: 'pinterest', companyName: 'Acme', ...known });
    const open = toOpenAd(captured);
    expect([buildAdKey(open), adHash(key)]).toEqual([key, capturedAdHash(captured)]);
    expect(open).toMatchObject({ platforms: [], placements: ['pinterest'] });
    expect(OpenAd.parse(open)).toEqual(open);
  });

  it.each([
    [{}, 'got neither'],
    [{ platform: 'facebook', library: 'pinterest' }, 'got both'],
    [{ library: 'meta' }, 'must be one of'],
  ])('has a platform or else a library without one: %j', (origin, message) => {
    const { error } = CapturedAd.safeParse({ externalId: '777', companyName: 'Acme', ...origin });
    expect(JSON.stringify(error?.issues)).toContain(message);
  });

  it('has at most 64 kB of text and 256 kB in all', () => {
    const capture = (fields: object): string[] => {
      const ad = { platform: 'tiktok', externalId: '777', companyName: 'Acme', ...fields };
      return CapturedAd.safeParse(ad).error?.issues.map(({ message }) => message) ?? [];
    };
    const url = `https://cdn.example/${'x'.repeat(8000)}.jpg`;
    const media = (count: number) => Array.from({ length: count }, () => ({ type: 'image', url }));
    const bodies = (count: number, character: string) =>
      Array.from({ length: count }, (_, place) => `${place}${character.repeat(10_000)}`);
    expect(capture({ bodies: bodies(6, 'x'), media: media(20) })).toEqual([]);
    expect(capture({ bodies: bodies(3, '界') })).toEqual([
      'must have at most 64 kB of text (65536 bytes), got 90003; leave some out',
    ]);
    expect(capture({ cards: bodies(7, 'x').map((body) => ({ body })) })).toHaveLength(1);
    expect(capture({ media: media(40) })).toEqual([
      expect.stringMatching(/^must have at most 256 kB in all \(262144 bytes\), got 3\d{5}; leave some out$/),
    ]);
  });

  it('uses the ad type of the index, or else the captured one', () => {
    expect(withCapturedType({ adType: null }, whole)).toEqual({ adType: 'Offer' });
    expect(withCapturedType({ adType: 'Review' }, whole)).toEqual({ adType: 'Review' });
    expect(withCapturedType({ adType: null }, least)).toEqual({ adType: null });
  });
});
