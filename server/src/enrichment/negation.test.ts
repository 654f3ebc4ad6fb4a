import { describe, expect, it } from 'vitest';
import { isNegated } from './negation.ts';
import { tokenize } from './tagTexts.ts';

/** Whether the last word of the text is negated. */
function isLastNegated(text: string, language: string | null): boolean {
  const words = tokenize(text).words.filter((word) => word !== '.');
  return isNegated(words, words.length - 1, language);
}

describe('a word is negated', () => {
  it.each([
    ['no discount', 'en'],
    ['it is not sustainable', 'en'],
    ["you don't need a coupon", 'en'],
    ["we don't need to advertise", 'en'],
    ['without any discount', 'en'],
    ['ohne Rabatt', 'de'],
    ['Sie brauchen keinen Gutschein', 'de'],
    ['sans inscription', 'fr'],
    ["pas d'inscription", 'fr'],
    ['pas besoin de coupon', 'fr'],
    ['sin descuento', 'es'],
    ['sem desconto', 'pt'],
    ['senza sconto', 'it'],
    ['geen korting', 'nl'],
    ['bez rabatu', 'pl'],
  ])('at the end of “%s” (%s)', (text, language) => {
    expect(isLastNegated(text, language)).toBe(true);
  });
});

describe('a word is not negated', () => {
  it.each([
    ['why not call', 'en'],
    ['if not, refund', 'en'],
    ['believe it or not, discount', 'en'],
    ["don't forget your coupon", 'en'],
    ['not only coupons', 'en'],
    ["n'attendez pas : soldes", 'fr'],
    ['nicht nur Rabatt', 'de'],
    ['baixe no app', 'pt'],
    ['discount', 'en'],
    ['no discount', null],
    ['no discount', 'ja'],
  ])('at the end of “%s” (%s)', (text, language) => {
    expect(isLastNegated(text, language)).toBe(false);
  });
});
