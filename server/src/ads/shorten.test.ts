import { Ad, maxListBytes } from '@magpie/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presentedAd } from '../testing/savedAd.ts';
import { fairShare, shortenEntry, shortenEntries } from './shorten.ts';

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe('the entries of a list response', () => {
  it('are unchanged if they fit', async () => {
    const ads = [presentedAd('a', { bodies: ['x'.repeat(1_500_000)] }), presentedAd('b')];
    expect(await shortenEntries(ads)).toEqual(ads);
  });

  it('only the entry that is too large is shortened, and names the cut fields', async () => {
    const large = presentedAd('a', { headlines: ['Sale'], bodies: ['x'.repeat(5_000_000)] });
    const ads = [large, presentedAd('b')];
    const [shown, other] = await shortenEntries(ads);
    expect(other).toEqual(ads[1]);
    expect(shown).toEqual({
      ...large,
      body: `${'x'.repeat(5000)}…`,
      bodies: [`${'x'.repeat(5000)}…`],
      shortened: ['body', 'bodies'],
    });
  });

  it('fit together and are still valid ads, whatever they contain', async () => {
    const text = fc
      .tuple(fc.constantFrom('x', '界', '🔥', '\u0001', '"'), fc.nat({ max: 60_000 }))
      .map(([unit, times]) => unit.repeat(times));
    const address = fc.nat({ max: 8000 }).map((length) => `https://a.example/${'é'.repeat(length)}`);
    const media = fc.record({
      type: fc.constant('image' as const),
      url: address,
      thumbnailUrl: address,
      width: fc.constant(null),
      height: fc.constant(null),
      durationSeconds: fc.constant(null),
    });
    const card = fc.record({
      headline: text,
      body: text,
      description: text,
      ctaText: text,
      landingPageUrl: address,
      media: fc.array(media, { maxLength: 2 }),
    });
    const some = fc
      .record({
        headlines: fc.array(text, { maxLength: 5 }),
        bodies: fc.array(text, { maxLength: 5 }),
        description: text,
        landingPageUrl: address,
        sourceUrl: address,
        media: fc.array(media, { maxLength: 5 }),
        cards: fc.array(card, { maxLength: 5 }),
      })
      .map((parts) => presentedAd('a', parts));
    await fc.assert(
      fc.asyncProperty(some, fc.integer({ min: 1, max: 100 }), async (ad, times) => {
        const shown = await shortenEntries(Array.from({ length: times }, () => ad));
        expect(bytes(shown)).toBeLessThan(maxListBytes);
        const { shortened = [], ...rest } = Ad.parse(shown[0]);
        const cut = Object.fromEntries(shortened.map((name) => [name, ad[name as keyof Ad]]));
        expect({ ...rest, ...cut }).toEqual(ad);
      }),
      { numRuns: 15 },
    );
  });
});

it('keeps the shape of nested lists', () => {
  const entry = { data: { rows: [['x'.repeat(9000)], []] }, total: 1 };
  expect(shortenEntry(entry, 3000)).toEqual({
    data: { rows: [[`${'x'.repeat(2000)}…`], []] },
    total: 1,
    shortened: ['data'],
  });
});

it('does not split a character', () => {
  const { body } = shortenEntry(presentedAd('a', { bodies: [`a${'🔥'.repeat(9000)}`] }), 30_000);
  expect(body?.isWellFormed()).toBe(true);
});

it('assigns the unused share of small entries to large ones', () => {
  expect(fairShare([1, 2, 3], 6)).toBe(Number.POSITIVE_INFINITY);
  expect(fairShare([10, 1, 10], 11)).toBe(5);
  expect(fairShare([], 0)).toBe(Number.POSITIVE_INFINITY);
});
