import { describe, expect, it } from 'vitest';
import { getThumbnail } from '../mediaUrls.ts';
import { listSlides } from './Gallery.tsx';

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
