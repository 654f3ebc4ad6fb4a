import type { Ad, Media } from '../../../lib/api/types.ts';

export interface Slide {
  /** Starts at 1. */
  readonly number: number;
  /** Null: the text is shown instead. */
  readonly media: Media | null;
  /** The card it belongs to; null for the ad's own media. */
  readonly card: Ad['cards'][number] | null;
}

/** The ad's own media, then those of its cards; at least one slide. */
export function slidesOf({ media, cards }: Pick<Ad, 'media' | 'cards'>): readonly Slide[] {
  const shown: Omit<Slide, 'number'>[] = media.map((one) => ({ media: one, card: null }));
  for (const card of cards) {
    if (card.media.length === 0) shown.push({ media: null, card });
    for (const one of card.media) shown.push({ media: one, card });
  }
  if (shown.length === 0) shown.push({ media: null, card: null });
  return shown.map(({ media: one, card }, index) => ({ number: index + 1, media: one, card }));
}
