import { expect, it } from 'vitest';
import { measurePictures } from './measure.ts';

it('pictures are recognized after common transformations, and others are not', async () => {
  const { precision, recall, recallOf, withinDistance } = await measurePictures(24);
  expect(precision).toBeGreaterThanOrEqual(0.98);
  expect(recall).toBeGreaterThanOrEqual(0.95);
  // What is missed is missed by the distance, not by the bands.
  expect(withinDistance - recall).toBeLessThanOrEqual(0.01);
  expect(recallOf['JPEG of quality 30']).toBe(1);
  expect(recallOf['WebP of half the size']).toBe(1);
  expect(recallOf['2 % cut off at each side']).toBeGreaterThanOrEqual(0.95);
});
