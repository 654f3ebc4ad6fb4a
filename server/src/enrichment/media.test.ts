import { describe, expect, it } from 'vitest';
import { adWith, cardWith, medium } from './facts.fixture.ts';
import { detectFormat, detectMediaType } from './enrichment.ts';

describe('the media type', () => {
  it('is taken from the source, whatever the media', () => {
    expect(detectMediaType(adWith({ mediaType: 'image', media: [medium('video')] }))).toBe('image');
  });

  it('is video if there is one, also in a card', () => {
    expect(detectMediaType(adWith({ media: [medium('image'), medium('video')] }))).toBe('video');
    expect(detectMediaType(adWith({ cards: [cardWith({ media: [medium('video')] })] }))).toBe('video');
  });

  it('is image if there are only pictures', () => {
    expect(detectMediaType(adWith({ media: [medium('image')] }))).toBe('image');
  });

  it('follows from the format without media', () => {
    expect(detectMediaType(adWith({ format: 'video' }))).toBe('video');
    expect(detectMediaType(adWith({ format: 'carousel' }))).toBe('other');
  });

  it('is other if nothing is known', () => {
    expect(detectMediaType(adWith({}))).toBe('other');
  });
});

describe('the format', () => {
  it('is taken from the source, whatever the media', () => {
    expect(detectFormat(adWith({ format: 'dpa', cards: [cardWith({}), cardWith({})] }))).toBe('dpa');
  });

  it('is carousel from two cards on', () => {
    expect(detectFormat(adWith({ cards: [cardWith({}), cardWith({})] }))).toBe('carousel');
    expect(detectFormat(adWith({ cards: [cardWith({ media: [medium('image')] })] }))).toBe('image');
  });

  it.each([
    ['video', [medium('video')]],
    ['image', [medium('image'), medium('image')]],
    ['other', []],
  ])('is %s by its media', (format, media) => {
    expect(detectFormat(adWith({ media }))).toBe(format);
  });
});
