import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from './query.ts';

/** The parts of a query in words: what the index is asked for, and what must stand together. */
function told(text: string) {
  const { required, excluded } = parseQuery(text);
  const words = ({ tokens, sequence }: (typeof required)[number]): string =>
    sequence?.trim() ?? tokens.join(' ');
  return { required: required.map(words), excluded: excluded.map(words) };
}

describe('a search', () => {
  it('is for all words of it, folded', () => {
    expect(told('Crème  CAFÉ')).toEqual({ required: ['creme', 'cafe'], excluded: [] });
  });

  it('keeps the words of a phrase in quotes together', () => {
    expect(told('summer "free shipping" today')).toEqual({
      required: ['summer', 'free shipping', 'today'],
      excluded: [],
    });
  });

  it('takes the quotes that keyboards make of straight ones', () => {
    expect(told('“free shipping” «livraison offerte» „jetzt neu“').required).toEqual([
      'free shipping',
      'livraison offerte',
      'jetzt neu',
    ]);
  });

  it('excludes what has a minus right before it', () => {
    expect(told('shoes -kids -"second hand"')).toEqual({
      required: ['shoes'],
      excluded: ['kids', 'second hand'],
    });
  });

  it('may only exclude', () => {
    expect(told('-kids')).toEqual({ required: [], excluded: ['kids'] });
  });

  it('takes a hyphen inside a word for one of its letters, so that its parts stand together', () => {
    expect(told('e-mail')).toEqual({ required: ['e mail'], excluded: [] });
  });

  it.each(['shoes -', 'shoes - ', 'shoes "', '"shoes', 'shoes "" &', '- shoes'])(
    'takes a lone minus or quote in %j for nothing',
    (text) => {
      expect(told(text)).toEqual({ required: ['shoes'], excluded: [] });
    },
  );

  it('is not stopped by a quote that opens late or never closes', () => {
    expect(told('"free shipping" "to spain').required).toEqual(['free shipping', 'to', 'spain']);
  });

  it('looks for the letters of a Chinese word together, and for an address in its order', () => {
    expect(told('免运费 example.com/shoes').required).toEqual(['免 运 费', 'example com shoes']);
  });

  it.each(['', '   ', '-', '"', '""', '!?', '- - "'])('is for nothing when it is %j', (text) => {
    expect(told(text)).toEqual({ required: [], excluded: [] });
  });
});

it('reads whatever is typed', () => {
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
