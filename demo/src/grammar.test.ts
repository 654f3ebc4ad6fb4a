import { describe, expect, it } from 'vitest';
import { fillIn, groupDigits, type Filling } from './grammar.ts';
import { industryNames } from './industries.ts';
import english from './languages/english.json' with { type: 'json' };
import french from './languages/french.json' with { type: 'json' };
import german from './languages/german.json' with { type: 'json' };
import japanese from './languages/japanese.json' with { type: 'json' };
import korean from './languages/korean.json' with { type: 'json' };
import portuguese from './languages/portuguese.json' with { type: 'json' };
import type { Grammar } from './markets.ts';
import spanish from './languages/spanish.json' with { type: 'json' };

const languages = { english, french, german, japanese, korean, portuguese, spanish };

const filling: Filling = {
  brand: 'Brand',
  product: 'product',
  pain: 'pain',
  gain: 'gain',
  feature: 'feature',
  audience: 'audience',
  percent: '20',
  code: 'SAVE20',
  count: '5,000',
  rating: '4.8',
  days: '30',
  hours: '24',
  price: '$9',
};

/** All sentence lists of a language by name. */
function sentenceLists(grammar: Grammar): [string, readonly string[]][] {
  const { hooks, pitches, proofs, quotes, news, urgencies, guarantees, headlines, descriptions } = grammar;
  const plain = { hooks, pitches, proofs, quotes, news, urgencies, guarantees, headlines, descriptions };
  return [
    ...Object.entries(plain),
    ...Object.entries(grammar.offers).map(([trade, list]): [string, readonly string[]] => [
      `${trade} offers`,
      list,
    ]),
    ...Object.entries(grammar.closings).map(([trade, list]): [string, readonly string[]] => [
      `${trade} closings`,
      list,
    ]),
  ];
}

describe('placeholders', () => {
  it('are replaced, with a capital at the start of a sentence', () => {
    expect(fillIn('{Product}: {percent}% off, {brand}!', filling)).toBe('Product: 20% off, Brand!');
  });

  it('are rejected if unknown', () => {
    expect(() => fillIn('Hello {stranger}', filling)).toThrow('Unknown placeholder {stranger}');
    expect(() => fillIn('{toString}', filling)).toThrow('Unknown placeholder');
  });

  it('groups thousands', () => {
    expect([999, 1000, 1_020_003].map((number) => groupDigits(number, '.'))).toEqual([
      '999',
      '1.000',
      '1.020.003',
    ]);
  });
});

describe.each(Object.entries(languages))('%s', (_, grammar) => {
  it('has at least six distinct variants of everything', () => {
    for (const [name, list] of sentenceLists(grammar)) {
      expect(list.length, name).toBeGreaterThanOrEqual(6);
      expect(new Set(list).size, name).toBe(list.length);
    }
  });

  it('has no empty placeholders and no double spaces', () => {
    for (const sentence of sentenceLists(grammar).flatMap(([, list]) => list)) {
      expect(fillIn(sentence, filling)).not.toMatch(/[{}]| {2}/);
    }
  });

  it('has words for every industry', () => {
    const all = industryNames.map((industry) => grammar.words[industry]);
    for (const words of all) {
      for (const list of Object.values(words)) expect(list.length).toBeGreaterThanOrEqual(3);
    }
    const products = all.flatMap(({ products: list }) => list);
    expect(new Set(products).size).toBe(products.length);
  });
});
