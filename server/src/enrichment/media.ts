import type { Ad } from '@magpie/contract';
import type { Facts } from '../ads/enrichment.ts';

/** A higher one when the rules below change. */
export const mediaVersion = 1;

/** What the source says; else a video where there is one, since its still pictures are listed as images beside it. */
export function mediaTypeOf(facts: Facts): Ad['mediaType'] {
  if (facts.mediaType !== null) return facts.mediaType;
  const shown = [...facts.media, ...facts.cards.flatMap((card) => card.media)];
  if (shown.some(({ type }) => type === 'video')) return 'video';
  if (shown.length > 0) return 'image';
  return facts.format === 'video' || facts.format === 'image' ? facts.format : 'other';
}

/** What the source says; else by what is shown, and how many cards there are to swipe through. */
export function formatOf(facts: Facts): Ad['format'] {
  if (facts.format !== null) return facts.format;
  return facts.cards.length > 1 ? 'carousel' : mediaTypeOf(facts);
}
