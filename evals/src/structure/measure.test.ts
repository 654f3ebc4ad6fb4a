import { describe, expect, it } from 'vitest';
import { measureStructure, heldOut, tuning } from './measure.ts';

/** Slightly below the values in docs/studio.md, so that a worse cue fails the build but one new text does not. */
describe('on labelled copies', () => {
  it.each([
    ['written together with the cues', tuning, 0.95, 0.95],
    ['of others, held out', heldOut, 0.84, 0.72],
  ])('%s', (_, copies, precision, recall) => {
    expect(copies.length).toBeGreaterThanOrEqual(60);
    expect(measureStructure(copies).at(-1)?.precision).toBeGreaterThanOrEqual(precision);
    expect(measureStructure(copies).at(-1)?.recall).toBeGreaterThanOrEqual(recall);
  });
});
