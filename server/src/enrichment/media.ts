import type { Ad } from '@magpie/contract';
import type { EnrichmentInput } from '../ads/enrichment.ts';

/** Increase when the rules below change. */
export const mediaVersion = 1;

/** From the source; else video if there is one, since its stills are listed as images. */
export function mediaTypeOf(facts: EnrichmentInput): Ad['mediaType'] {
  if (facts.mediaType !== null) return facts.mediaType;
  const shown = [...facts.media, ...facts.cards.flatMap((card) => card.media)];
  if (shown.some(({ type }) => type === 'video')) return 'video';
  if (shown.length > 0) return 'image';
  return facts.format === 'video' || facts.format === 'image' ? facts.format : 'other';
}

/** From the source; else from the media and the number of cards. */
export function formatOf(facts: EnrichmentInput): Ad['format'] {
  if (facts.format !== null) return facts.format;
  return facts.cards.length > 1 ? 'carousel' : mediaTypeOf(facts);
}
