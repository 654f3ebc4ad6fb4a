import { describe, expect, it } from 'vitest';
import { adTypes } from '@magpie/contract';
import { tagDefinitions } from '@magpie/server/enrichment/tags';
import { adTypeAccuracy, measureTags, heldOut, tuning } from './measure.ts';

const sample = [...tuning, ...heldOut];

describe('the labelled sample', () => {
  it('has at least 900 texts, each with a text, a type and tags that exist', () => {
    const names = new Set(tagDefinitions.map((tag) => tag.shortText));
    expect(sample.length).toBeGreaterThanOrEqual(900);
    expect(new Set(sample.map((ad) => ad.text)).size).toBe(sample.length);
    expect(sample.filter((ad) => !adTypes.some((known) => known === ad.adType))).toEqual([]);
    expect(sample.flatMap((ad) => ad.tags).filter((tag) => !names.has(tag))).toEqual([]);
  });
});

/**
 * Slightly below the values in docs/tags.md, so that a worse cue fails the build but one new text does not. The goal, a
 * precision of 92 % and a recall of 85 % on the held-out half, is not reached yet.
 */
describe('the cues', () => {
  it.each([
    ['tuned', tuning, 0.94],
    ['held out', heldOut, 0.885],
  ])('are right on the %s half', (_, ads, floor) => {
    const all = measureTags(ads).at(-1);
    expect(all?.precision).toBeGreaterThanOrEqual(floor);
    expect(all?.recall).toBeGreaterThanOrEqual(0.84);
    expect(adTypeAccuracy(ads)).toBeGreaterThanOrEqual(0.72);
  });

  it('find nine of ten tags in Dutch, Italian and Polish', () => {
    const measures = measureTags(sample).filter(({ name }) => ['nl', 'it', 'pl'].includes(name));
    expect(measures).toHaveLength(3);
    expect(measures.filter(({ recall, precision }) => recall < 0.9 || precision < 0.9)).toEqual([]);
  });

  it('are right in every category at least two times out of three', () => {
    const measures = measureTags(sample);
    expect(measures.filter(({ precision }) => precision < 0.66)).toEqual([]);
  });
});
