import { describe, expect, it } from 'vitest';
import { stillOf } from '../../ads/pictures.ts';
import { slidesOf } from './slides.ts';

const image = (url: string) => ({
  type: 'image' as const,
  url,
  thumbnailUrl: null,
  width: null,
  height: null,
  durationSeconds: null,
});
const video = { ...image('film.mp4'), type: 'video' as const };
const words = { headline: null, body: null, description: null, ctaText: null, landingPageUrl: null };

describe('what there is to see of an ad', () => {
  it("is its own pictures, then each card's, and a card without one is not passed over", () => {
    const bare = { ...words, headline: 'Bed frame', media: [] };
    const pictured = { ...words, media: [image('b.jpg'), image('c.jpg')] };
    const slides = slidesOf({ media: [image('a.jpg')], cards: [bare, pictured] });
    expect(slides.map((slide) => [stillOf(slide.media), slide.card])).toEqual([
      ['a.jpg', null],
      [null, bare],
      ['b.jpg', pictured],
      ['c.jpg', pictured],
    ]);
  });

  it('is one place for its words where there is nothing else', () => {
    expect(slidesOf({ media: [], cards: [] })).toEqual([{ number: 1, media: null, card: null }]);
  });

  it('shows of a video the picture that its source gave, never the video itself', () => {
    const slides = slidesOf({ media: [video, { ...video, thumbnailUrl: 'poster.jpg' }], cards: [] });
    expect(slides.map(({ media }) => stillOf(media))).toEqual([null, 'poster.jpg']);
  });
});
