import { describe, expect, it } from 'vitest';
import { adTypes } from '@magpie/contract';
import { tagDefinitions } from '@magpie/server/enrichment/tags';
import { adTypeAccuracy, measureTags, heldOut, tuning } from './measure.ts';

const sample = [...tuning, ...heldOut];

describe('the labelled sample', () => {
  it('has 600 held-out texts and more to tune with, each with a text, a type and tags that exist', () => {
    const names = new Set(tagDefinitions.map((tag) => tag.shortText));
    expect(heldOut.length).toBeGreaterThanOrEqual(600);
    expect(sample.length).toBeGreaterThanOrEqual(1000);
    expect(new Set(sample.map((ad) => ad.text)).size).toBe(sample.length);
    expect(sample.filter((ad) => !adTypes.some((known) => known === ad.adType))).toEqual([]);
    expect(sample.flatMap((ad) => ad.tags).filter((tag) => !names.has(tag))).toEqual([]);
  });
});

/**
 * Slightly below the values in docs/tags.md, so that a worse cue fails the build but one new text does not. The goal, a
 * precision of 92 % and a recall of 85 % on the held-out texts, is not reached yet.
 */
describe('the cues', () => {
  it.each([
    ['tuned', tuning, 0.95, 0.93],
    ['held-out', heldOut, 0.89, 0.785],
    ['older held-out', heldOut.slice(0, 459), 0.91, 0.845],
  ])('are right on the %s texts', (_, ads, floor, recallFloor) => {
    const all = measureTags(ads).at(-1);
    expect(all?.precision).toBeGreaterThanOrEqual(floor);
    expect(all?.recall).toBeGreaterThanOrEqual(recallFloor);
    expect(adTypeAccuracy(ads)).toBeGreaterThanOrEqual(0.715);
  });

  it('find seven of eight tags in Dutch, Italian and Polish', () => {
    const measures = measureTags(sample).filter(({ name }) => ['nl', 'it', 'pl'].includes(name));
    expect(measures).toHaveLength(3);
    expect(measures.filter(({ recall, precision }) => recall < 0.875 || precision < 0.9)).toEqual([]);
  });

  it('are right in every category at least two times out of three', () => {
    const measures = measureTags(sample);
    expect(measures.filter(({ precision }) => precision < 0.66)).toEqual([]);
  });
});
