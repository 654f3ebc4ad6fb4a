import type { Facts } from '../ads/enrichment.ts';

/** An ad of which nothing is known but what is given. */
export function adWith(known: Partial<Facts>): Facts {
  return {
    headlines: [],
    bodies: [],
    description: null,
    ctaType: null,
    ctaText: null,
    landingPageUrl: null,
    landingPageDomain: null,
    language: null,
    format: null,
    mediaType: null,
    media: [],
    cards: [],
    ...known,
  };
}

const emptyCard = {
  headline: null,
  body: null,
  description: null,
  ctaText: null,
  landingPageUrl: null,
  media: [],
};

export function cardWith(known: Partial<Facts['cards'][number]>): Facts['cards'][number] {
  return { ...emptyCard, ...known };
}

export function medium(type: 'image' | 'video'): Facts['media'][number] {
  const url = `https://cdn.example.com/${type}`;
  return { type, url, thumbnailUrl: null, width: null, height: null, durationSeconds: null };
}
