import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSearchText } from './searchText.ts';
import { adTexts } from '../testing/adTexts.ts';
import { isLong, parseQuery, withRarest, type SearchQuery } from './query.ts';

/** The terms of a query as text. */
function termsOfQuery(text: string) {
  const { required, excluded } = parseQuery(text);
  const words = ({ tokens, sequence }: (typeof required)[number]): string =>
    sequence?.trim() ?? tokens.join(' ');
  return { required: required.map(words), excluded: excluded.map(words) };
}

describe('a search', () => {
  it('requires all words, folded', () => {
    expect(termsOfQuery('Crème  CAFÉ')).toEqual({ required: ['creme', 'cafe'], excluded: [] });
  });

  it('keeps the words of a phrase in quotes together', () => {
    expect(termsOfQuery('summer "free shipping" today')).toEqual({
      required: ['summer', 'free shipping', 'today'],
      excluded: [],
    });
  });

  it('accepts typographic quotes', () => {
    expect(termsOfQuery('“free shipping” «livraison offerte» „jetzt neu“').required).toEqual([
      'free shipping',
      'livraison offerte',
      'jetzt neu',
    ]);
  });

  it('excludes terms with a minus directly before them', () => {
    expect(termsOfQuery('shoes -kids -"second hand"')).toEqual({
      required: ['shoes'],
      excluded: ['kids', 'second hand'],
    });
  });

  it('may contain only exclusions', () => {
    expect(termsOfQuery('-kids')).toEqual({ required: [], excluded: ['kids'] });
  });

  it('treats a hyphen inside a word as part of the word', () => {
    expect(termsOfQuery('e-mail')).toEqual({ required: ['e mail'], excluded: [] });
  });

  it.each(['shoes -', 'shoes - ', 'shoes "', '"shoes', 'shoes "" &', '- shoes'])(
    'ignores a lone minus or quote in %j',
    (text) => {
      expect(termsOfQuery(text)).toEqual({ required: ['shoes'], excluded: [] });
    },
  );

  it('handles unmatched quotes', () => {
    expect(termsOfQuery('"free shipping" "to spain').required).toEqual(['free shipping', 'to', 'spain']);
  });

  it('keeps the letters of a Chinese word and the parts of a URL together', () => {
    expect(termsOfQuery('免运费 example.com/shoes').required).toEqual(['免 运 费', 'example com shoes']);
  });

  it.each(['', '   ', '-', '"', '""', '!?', '- - "'])('is empty for %j', (text) => {
    expect(termsOfQuery(text)).toEqual({ required: [], excluded: [] });
  });
});

/** Matches like ClickHouse. */
function finds({ required, excluded, whole }: SearchQuery, searchText: string): boolean {
  const words = new Set(searchText.split(' '));
  const has = ({ tokens, sequence }: SearchQuery['required'][number]): boolean =>
    tokens.every((token) => words.has(token)) && (sequence === null || searchText.includes(sequence));
  return required.every(has) && (!excluded.some(has) || (whole !== null && searchText.includes(whole)));
}

it('the whole text of an ad finds that ad, by all of its words or by the rarest', () => {
  fc.assert(
    fc.property(adTexts, fc.func(fc.nat({ max: 3 })), (text, adsWith) => {
      const searchText = buildSearchText(['Acme', text]);
      const query = parseQuery(text);
      fc.pre(query.excluded.length === 0 || query.whole !== null);
      expect(finds(query, searchText)).toBe(true);
      expect(finds(withRarest(query, adsWith), searchText)).toBe(true);
    }),
  );
});

it('a minus before a word of a long text excludes no ad with that text', () => {
  const copy = 'Today -50% on everything in the shop';
  expect(finds(parseQuery(copy), buildSearchText([copy]))).toBe(true);
  expect(finds(parseQuery('-shop'), buildSearchText([copy]))).toBe(false);
  expect(finds(parseQuery('today -50%'), buildSearchText([copy]))).toBe(false);
});

it.each([
  ['-"ลดราคา free"', 'ลดราคา free'],
  ['-"free shipping to all of Spain"', 'Free shipping to all of Spain'],
  ['today -"free shipping" on all shoes', 'Today free shipping on all shoes'],
  ['-ลดราคา', 'ลดราคา free'],
])('%s excludes an ad with the excluded phrase, however long that is', (query, copy) => {
  expect(finds(parseQuery(query), buildSearchText([copy]))).toBe(false);
});

it('a long query uses the rarest words, and of equally rare ones the longest', () => {
  const words = Array.from({ length: 30 }, (_, place) => `common${place}`);
  const query = parseQuery([...words, 'k9', 'extraordinary'].join(' '));
  expect(isLong(query)).toBe(true);
  const { required } = withRarest(query, (token) => (token.startsWith('common') ? 5 : 0));
  expect(required).toHaveLength(20);
  expect(required.slice(0, 2).flatMap(({ tokens }) => tokens)).toEqual(['extraordinary', 'k9']);
});

it('a long text without spaces is looked up by few tokens', () => {
  const text = Array.from({ length: 1000 }, (_, place) => String.fromCodePoint(0x4e00 + place)).join('');
  const query = parseQuery(text);
  expect(isLong(query)).toBe(true);
  const [sought] = withRarest(query, () => 0).required;
  expect(sought?.tokens).toHaveLength(10);
  expect(sought?.sequence?.length).toBeLessThan(510);
});

it('accepts any input', () => {
  const typed = fc.array(fc.constantFrom('"', '-', ' ', 'a', '日', '“', '\u3000', '🔥'), { maxLength: 40 });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        typed.map((parts) => parts.join('')),
      ),
      (text) => {
        const { required, excluded } = parseQuery(text);
        expect([...required, ...excluded].every(({ tokens }) => tokens.length > 0)).toBe(true);
      },
    ),
  );
});
