import { expect, it } from 'vitest';
import { detect, hardTexts, isLongEnough, labelledTexts, measureLanguages } from './measure.ts';

const long = labelledTexts.filter(isLongEnough);

it('has thirty languages with twenty different texts each', () => {
  const counts = measureLanguages(labelledTexts).slice(0, -1);
  expect(counts).toHaveLength(30);
  expect(counts.filter(({ labelled }) => labelled < 20)).toEqual([]);
  expect(new Set(labelledTexts.map(({ text }) => text)).size).toBe(labelledTexts.length);
});

it('finds the language of 98 % of texts of 40 characters and more', () => {
  expect(measureLanguages(long).at(-1)?.recall).toBeGreaterThanOrEqual(0.98);
});

it('finds at least nine of ten texts in every language', () => {
  expect(measureLanguages(long).filter(({ recall }) => recall < 0.9)).toEqual([]);
});

it('has long texts in every language', () => {
  const counts = measureLanguages(long).slice(0, -1);
  expect(counts).toHaveLength(30);
  expect(counts.filter(({ labelled }) => labelled < 4)).toEqual([]);
});

it('is right or unknown for lists of brands and for Hindi in Latin letters', () => {
  const wrong = hardTexts.filter((text) => ![null, text.language].includes(detect(text)));
  expect(wrong).toEqual([]);
  expect(hardTexts.filter((text) => detect(text) === 'hi').length).toBeGreaterThanOrEqual(4);
});

it('is right or unknown for shorter texts', () => {
  const short = labelledTexts.filter((text) => !isLongEnough(text));
  expect(short.filter((text) => ![null, text.language].includes(detect(text)))).toEqual([]);
});
