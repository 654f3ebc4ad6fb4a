import { describe, expect, it } from 'vitest';
import { getThumbnail } from '../mediaUrls.ts';
import { frameRatio, listSlides } from './Gallery.tsx';

const image = (url: string) => ({
  type: 'image' as const,
  url,
  thumbnailUrl: null,
  width: null,
  height: null,
  durationSeconds: null,
});
const video = { ...image('film.mp4'), type: 'video' as const };
const card = { headline: null, body: null, description: null, ctaText: null, landingPageUrl: null };

describe('the slides of an ad', () => {
  it("are its own media, then each card's, with a slide for a card without media", () => {
    const plain = { ...card, headline: 'Bed frame', media: [] };
    const withMedia = { ...card, media: [image('b.jpg'), image('c.jpg')] };
    const slides = listSlides({ media: [image('a.jpg')], cards: [plain, withMedia] });
    expect(slides.map((slide) => [getThumbnail(slide.media), slide.card])).toEqual([
      ['a.jpg', null],
      [null, plain],
      ['b.jpg', withMedia],
      ['c.jpg', withMedia],
    ]);
  });

  it('are one slide for the text of an ad without media', () => {
    expect(listSlides({ media: [], cards: [] })).toEqual([{ number: 1, media: null, card: null }]);
  });

  it('use the thumbnail of a video, never the video itself', () => {
    const slides = listSlides({ media: [video, { ...video, thumbnailUrl: 'poster.jpg' }], cards: [] });
    expect(slides.map(({ media }) => getThumbnail(media))).toEqual([null, 'poster.jpg']);
  });
});

describe('the frame of the slides', () => {
  const sized = (width: number, height: number) => ({ media: { ...image('a.jpg'), width, height } });

  it('has the ratio of the tallest slide', () => {
    expect(frameRatio([sized(1200, 1000)])).toBe(1.2);
    expect(frameRatio([sized(1200, 1000), sized(1000, 1000)])).toBe(1);
  });

  it('is 4:5 where the size is not known, and never taller than a story or wider than 2:1', () => {
    expect(frameRatio([{ media: image('a.jpg') }, { media: null }])).toBe(0.8);
    expect(frameRatio([sized(100, 1000)])).toBe(9 / 16);
    expect(frameRatio([sized(1000, 100)])).toBe(2);
  });
});
