import { expect, test } from 'vitest';
import { procedureBase, scoreWeights } from './limits.ts';
import { readSources } from './testing/sourceFiles.ts';

/** Written as numbers, these would be second copies of a limit. */
const retypedLimit = /\b(?:min|max)Length(?:=\{|: )\d/;

test('no other source file contains the path of the procedures', () => {
  const copies = readSources().filter(({ text }) => text.includes(procedureBase));
  expect(copies.map(({ file }) => file)).toEqual(['contract/src/limits.ts']);
});

test('no other source file contains the weights of the score', () => {
  const weight = String(scoreWeights.longevity);
  const copies = readSources().filter(({ text }) => text.includes('longevity') && text.includes(weight));
  expect(copies.map(({ file }) => file)).toEqual(['contract/src/limits.ts']);
});

test('fields of the dashboard and the extension take their lengths from the limits', () => {
  const screens = readSources().filter(({ file }) => /^(?:dashboard|extension)\//.test(file));
  expect(screens.filter(({ text }) => retypedLimit.test(text)).map(({ file }) => file)).toEqual([]);
});
