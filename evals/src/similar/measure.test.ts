import { describe, expect, it } from 'vitest';
import { heldOut, measureCategories, measureSimilar, tuning } from './measure.ts';

const brands = [...tuning, ...heldOut];

describe('the labelled brands', () => {
  it('are 120 different ones, ten in each of twelve trades, each trade in six languages', () => {
    expect(new Set(brands.map(({ name }) => name)).size).toBe(120);
    const trades = [...new Set(brands.map(({ trade }) => trade))];
    const byTrade = trades.map((name) => brands.filter(({ trade }) => trade === name));
    expect(byTrade.map((own) => own.length)).toEqual(Array.from({ length: 12 }, () => 10));
    for (const own of byTrade) expect(new Set(own.map(({ language }) => language)).size).toBe(6);
  });

  it('have trades of one half only', () => {
    const tuned = new Set(tuning.map(({ trade }) => trade));
    expect(heldOut.filter(({ trade }) => tuned.has(trade))).toEqual([]);
  });
});

/** Below the values in decision 0050, so that a worse model fails the build but one other word does not. */
describe('similar advertisers', () => {
  it.each([
    ['tuned', tuning],
    ['held out', heldOut],
  ])('are of the same trade on the %s half', (_, half) => {
    expect(measureSimilar(half).at(-1)?.sameTrade).toBeGreaterThanOrEqual(0.95);
  });

  it('are of the same trade in each trade and language', () => {
    expect(measureSimilar(brands).filter(({ sameTrade }) => sameTrade < 0.85)).toEqual([]);
  });

  it('are rarely of the same language only', () => {
    expect(measureSimilar(brands).at(-1)?.sameLanguage).toBeLessThanOrEqual(0.2);
  });
});

describe('product categories', () => {
  it.each([
    ['tuned', tuning],
    ['held out', heldOut],
  ])('are right, and rarely wrong, on the %s half', (_, half) => {
    const { right, wrong } = measureCategories(half);
    expect(right).toBeGreaterThanOrEqual(0.9);
    expect(wrong).toBeLessThanOrEqual(0.05);
  });
});
