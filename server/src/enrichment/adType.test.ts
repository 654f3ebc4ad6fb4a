import { beforeAll, describe, expect, it } from 'vitest';
import { adTypes } from '@magpie/contract';
import { loadLanguages } from './language.ts';
import { findTagsAndType } from './wording.ts';

beforeAll(loadLanguages);

const typeOf = (headline: string, body = ''): string | null =>
  findTagsAndType({
    language: null,
    headlines: [headline],
    bodies: [body],
    description: null,
    ctaText: null,
    cards: [],
  }).adType;

describe('the type of an ad', () => {
  it.each([
    ['job', 'We are hiring welders in Hull. Apply now.'],
    ['giveaway', 'Enter to win a weekend in Bergen'],
    ['cause', 'Donate today and feed a child'],
    ['event', 'Free webinar on Tuesday: save your seat'],
    ['app install', 'Download the app on iOS and Android'],
    ['testimonial', '“These are the best boots I have ever worn.” Tomas'],
    ['comparison', 'Compared with other kettles, ours is half the size'],
    ['offer', '40% off with code WARM'],
    ['educational', 'How to descale a kettle: 5 tips for hard water'],
    ['announcement', 'Introducing the Loom lamp'],
    ['brand story', 'Our founder wove the first one by hand in 1962'],
    ['question', 'Where did you leave your keys?'],
    ['product demo', 'Machine washable and built to last'],
    ['other', 'Sunshine and good company'],
  ])('finds %s in “%s”', (adType, text) => {
    expect(typeOf(text)).toBe(adType);
    expect(adTypes).toContain(adType);
  });

  it('is null without text', () => {
    expect(typeOf('')).toBeNull();
    expect(typeOf(' ', '{{product.description}}')).toBeNull();
  });

  it('lists every type once', () => {
    expect(new Set(adTypes).size).toBe(adTypes.length);
  });
});
