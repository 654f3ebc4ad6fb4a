import type { Ad, Media } from '../../api/types.ts';

export interface Slide {
  /** From 1 on. */
  readonly number: number;
  /** Null: words stand in for it. */
  readonly media: Media | null;
  /** The card that it is of; null when it is the ad's own. */
  readonly card: Ad['cards'][number] | null;
}

/** Everything there is to see of an ad, one after the other: its own pictures, then those of its cards. At least one. */
export function slidesOf({ media, cards }: Pick<Ad, 'media' | 'cards'>): readonly Slide[] {
  const shown: Omit<Slide, 'number'>[] = media.map((one) => ({ media: one, card: null }));
  for (const card of cards) {
    if (card.media.length === 0) shown.push({ media: null, card });
    for (const one of card.media) shown.push({ media: one, card });
  }
  if (shown.length === 0) shown.push({ media: null, card: null });
  return shown.map(({ media: one, card }, place) => ({ number: place + 1, media: one, card }));
}
