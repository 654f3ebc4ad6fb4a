import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexTexts, type SearchedFacts } from '../indexedTexts.ts';
import { parseQuery } from '../query.ts';
import { createPictureMatch } from './pictureMatch.ts';

interface SearchedAd extends Pick<SearchedFacts, 'headlines' | 'bodies' | 'landingPageUrl'> {
  readonly pictureTexts: readonly string[];
}

const hash = 'a'.repeat(32);
const noTexts: SearchedAd = { headlines: [], bodies: [], landingPageUrl: null, pictureTexts: [] };

const match = (searchQuery: string, ad: Partial<SearchedAd>) => {
  const { headlines, bodies, landingPageUrl, pictureTexts } = { ...noTexts, ...ad };
  const row = {
    hash,
    headlines: [...headlines],
    bodies: [...bodies],
    landing_page_url: landingPageUrl,
    picture_texts: pictureTexts,
    description: null,
    cards: '[]',
    transparency: '',
  };
  const advertiser = { advertiserId: 1, name: 'Northpot', brandLogo: '', pageUrl: null };
  return createPictureMatch(searchQuery, [row])({ hash, advertiser }).pictureMatch;
};

describe('the match of a picture', () => {
  const pictureTexts = ['Gooseneck spout', 'Twelve months WARRANTY', 'Préparé à la main'];

  it('has the lines with words of the query, as they were read', () => {
    expect(match('warranty spout', { pictureTexts })).toEqual({
      lines: ['Gooseneck spout', 'Twelve months WARRANTY'],
      isOnlyInPicture: true,
    });
    expect(match('prepare', { pictureTexts })?.lines).toEqual(['Préparé à la main']);
  });

  it('says whether the texts of the ad have the words too', () => {
    expect(match('warranty', { pictureTexts, bodies: ['Our warranty'] })?.isOnlyInPicture).toBe(false);
    expect(match('warranty months', { pictureTexts, bodies: ['Our warranty'] })?.isOnlyInPicture).toBe(true);
    expect(match('northpot spout', { pictureTexts, headlines: ['A spout'] })?.isOnlyInPicture).toBe(false);
    const landingPageUrl = 'https://northpot.example/warranty';
    expect(match('warranty', { pictureTexts, landingPageUrl })?.isOnlyInPicture).toBe(false);
  });

  it('needs a phrase within one line', () => {
    expect(match('"months warranty"', { pictureTexts })?.lines).toEqual(['Twelve months WARRANTY']);
    expect(match('"spout twelve"', { pictureTexts })).toBeUndefined();
  });

  it('is absent without words of the query in the picture', () => {
    expect(match('kettle', { pictureTexts })).toBeUndefined();
    expect(match('', { pictureTexts })).toBeUndefined();
    expect(match('-warranty', { pictureTexts })).toBeUndefined();
    expect(match('warrant', { pictureTexts })).toBeUndefined();
  });

  it('has at most five lines', () => {
    const many = Array.from({ length: 9 }, (_, at) => `Sale ${at}`);
    expect(match('sale', { pictureTexts: many })?.lines).toEqual(many.slice(0, 5));
  });

  it('is only in the picture exactly if the ad is not found without its picture', () => {
    const line = fc
      .array(fc.constantFrom('free', 'shipping', 'Sale', 'café', '限', '时'), { minLength: 1, maxLength: 3 })
      .map((words) => words.join(' '));
    const ad = fc.record({
      headlines: fc.array(line, { maxLength: 2 }),
      bodies: fc.array(line, { maxLength: 2 }),
      landingPageUrl: fc.constantFrom(null, 'https://a.example/free-sale'),
      pictureTexts: fc.array(line, { maxLength: 3 }),
    });
    const query = fc
      .array(
        line.map((words) => `"${words}"`),
        { minLength: 1, maxLength: 3 },
      )
      .map((terms) => terms.join(' '));
    fc.assert(
      fc.property(ad, query, ({ pictureTexts: lines, ...texts }, searchQuery) => {
        const facts = { ...texts, description: null, media: [], cards: [], payer: null, beneficiary: null };
        const isFound = (read: readonly string[]): boolean => {
          const indexed = { hash, advertiserId: 1, facts, pictureTexts: read };
          const { search_text: text } = indexTexts(indexed, 'Northpot');
          return parseQuery(searchQuery).required.every(({ words }) => text.includes(words));
        };
        fc.pre(isFound(lines));
        const found = match(searchQuery, { ...texts, pictureTexts: lines });
        expect(found?.isOnlyInPicture ?? false).toBe(!isFound([]));
      }),
    );
  });
});
