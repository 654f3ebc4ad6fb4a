import type { EnrichmentInput } from '../ads/enrichment.ts';

export function adWith(known: Partial<EnrichmentInput>): EnrichmentInput {
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

export function cardWith(known: Partial<EnrichmentInput['cards'][number]>): EnrichmentInput['cards'][number] {
  return { ...emptyCard, ...known };
}

export function medium(type: 'image' | 'video'): EnrichmentInput['media'][number] {
  const url = `https://cdn.example.com/${type}`;
  return { type, url, thumbnailUrl: null, width: null, height: null, durationSeconds: null };
}
