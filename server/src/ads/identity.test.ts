import { createHash } from 'node:crypto';
import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAd } from '../testing/catalog.ts';
import { adHash, advertiserId, buildAdKey, normalizeAdvertiserName } from './identity.ts';

describe('the name of an advertiser', () => {
  it.each([
    ['straße', 'STRASSE'],
    ['Éclair', 'éCLAIR'],
    ['  Éclair ', 'E\u0301CLAIR'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['МАГАЗИН', 'магазин'],
    ['İstanbul Çay', 'i\u0307STANBUL ÇAY'],
    ['ısırgan', 'ISIRGAN'],
  ])('%s is %s', (one, other) => {
    expect(normalizeAdvertiserName(one)).toBe(normalizeAdvertiserName(other));
    expect(advertiserId(one)).toBe(advertiserId(other));
  });

  it.each([
    ['Lumora', 'Lumora.com'],
    ['Lumora', 'Lumóra'],
    ['Acme', 'Acme Inc'],
    ['İstanbul Çay', 'Istanbul Çay'],
  ])('%s is not %s', (one, other) => {
    expect(advertiserId(one)).not.toBe(advertiserId(other));
  });

  it('is equal for each Unicode letter in either case', () => {
    const letters = Array.from({ length: 0x30000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    const torn = letters.filter(
      (letter) =>
        new Set([letter, letter.toLowerCase(), letter.toUpperCase()].map(normalizeAdvertiserName)).size > 1,
    );
    expect(torn).toEqual([]);
  });

  it('gives an integer that JSON represents exactly, independent of case', () => {
    assert(
      property(string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const id = advertiserId(name);
        expect(Number.isSafeInteger(id) && id >= 1 && id < 2 ** 52).toBe(true);
        expect(advertiserId(normalizeAdvertiserName(name))).toBe(id);
      }),
    );
  });
});

describe('the key of an ad', () => {
  it.each([
    ['its own key', { key: 'meta:12345', externalId: '9' }, 'meta:12345'],
    [
      'the family of its platform and its id',
      { platforms: ['instagram' as const], externalId: '77' },
      'meta:77',
    ],
    ['YouTube is of Google', { platforms: ['youtube' as const], externalId: 'CR1' }, 'google:CR1'],
    [
      'the id in an address of the library',
      { sourceUrl: 'https://www.facebook.com/ads/library/?active_status=all&id=1234567890' },
      'meta:1234567890',
    ],
    [
      'the id in an address that carried a token',
      { sourceUrl: 'https://www.facebook.com/ads/archive/render_ad/?id=1234567890' },
      'meta:1234567890',
    ],
    [
      'the family of that address',
      { sourceUrl: 'https://www.linkedin.com/ad-library/detail/55512', externalId: '8' },
      'linkedin:8',
    ],
    [
      'the id in an address of TikTok',
      { sourceUrl: 'https://library.tiktok.com/ads/detail/?ad_id=1700000000000001' },
      'tiktok:1700000000000001',
    ],
    [
      'the id in an address of the Creative Center, which numbers apart',
      { sourceUrl: 'https://ads.tiktok.com/business/creativecenter/topads/7000000000000001/pc/en?period=30' },
      'tiktok:top-7000000000000001',
    ],
    [
      'the creative in an address of Google',
      { sourceUrl: 'https://adstransparency.google.com/advertiser/AR0123/creative/CR0456?region=DE' },
      'google:CR0456',
    ],
    [
      'any address, without what does not matter',
      { sourceUrl: 'http://www.Example.com/a/?b=2&utm_source=x&a=1#top' },
      'web:example.com/a?a=1&b=2',
    ],
  ])('is %s', (_, ad, key) => {
    expect(buildAdKey(openAd(ad))).toBe(key);
  });

  it('is derived from advertiser, texts and start date if there is nothing else', () => {
    const ad = { bodies: ['Hello'], startDate: '2026-01-01' };
    const key = buildAdKey(openAd(ad));
    expect(key).toMatch(/^row:[0-9a-f]{32}$/);
    expect(buildAdKey(openAd({ ...ad, ctaText: 'Buy' }))).toBe(key);
    expect(buildAdKey(openAd({ ...ad, bodies: ['Hello!'] }))).not.toBe(key);
    expect(buildAdKey(openAd({ ...ad, advertiser: { name: 'ACME' } }))).toBe(key);
    expect(buildAdKey(openAd({ ...ad, externalId: '5' }))).not.toBe(
      buildAdKey(openAd({ ...ad, externalId: '6' })),
    );
  });

  it('determines the hash: the first 32 digits of its SHA-256', () => {
    const digest = createHash('sha256').update('meta:12345').digest('hex');
    expect(adHash('meta:12345')).toBe(digest.slice(0, 32));
  });
});
