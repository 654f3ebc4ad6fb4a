import type { Card, Media } from '@magpie/contract';
import type { AdRow } from '../catalog/rows.ts';

/** A picture of an ad: the thumbnail of its first medium that has one, where an image is its own; then of its cards. */
export function thumbnailOf({ media, cards }: Pick<AdRow, 'media' | 'cards'>): string | null {
  const own = JSON.parse(media) as Media[];
  const onCards = (JSON.parse(cards) as Card[]).flatMap((card) => card.media);
  const pictures = [...own, ...onCards].map(
    ({ type, url, thumbnailUrl }) => thumbnailUrl ?? (type === 'image' ? url : null),
  );
  return pictures.find((picture) => picture !== null) ?? null;
}
