import { expect, it } from 'vitest';
import { measureWords } from './measure.ts';
import { drawPictures } from './pictures.ts';

it('reads most words that templates draw, and hardly any in pictures without words', async () => {
  const qualities = new Map(
    (await measureWords(await drawPictures(1 / 8))).map((each) => [each.group, each]),
  );
  const english = qualities.get('English') ?? expect.fail();
  expect(english.found / english.drawn).toBeGreaterThanOrEqual(0.75);
  expect(english.found / english.read).toBeGreaterThanOrEqual(0.9);
  const demo = qualities.get('demo pictures, without words') ?? expect.fail();
  expect(demo.drawn).toBe(0);
  expect(demo.read / demo.pictures).toBeLessThanOrEqual(1);
});
