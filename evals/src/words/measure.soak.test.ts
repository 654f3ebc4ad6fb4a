import { expect, it } from 'vitest';
import { measureWords } from './measure.ts';
import { drawPictures } from './pictures.ts';

it('reads most words that templates draw, and hardly any in pictures without words', async () => {
  const qualities = await measureWords(await drawPictures(1 / 8));
  const english = qualities.filter(({ group }) => group === 'English');
  expect(english.map(({ found, drawn }) => found / drawn >= 0.75)).toEqual([true]);
  expect(english.map(({ found, read }) => found / read >= 0.9)).toEqual([true]);
  const wordless = qualities.filter(({ drawn }) => drawn === 0);
  expect(wordless.map(({ read, pictures }) => read / pictures <= 1)).toEqual([true]);
});
