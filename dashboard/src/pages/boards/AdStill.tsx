import { useState } from 'react';
import { hueOf } from '../../ads/hue.ts';
import { pictureAddress } from '../../ads/pictures.ts';
import type { Ad } from '../../api/types.ts';
import { classes } from '../../parts/classes.ts';

interface AdStillProps {
  readonly ad: Pick<Ad, 'media' | 'cards' | 'advertiser'>;
  /** Its size; the picture fills it. */
  readonly className: string;
}

/** A small picture of an ad, or its brand's letter on a tint of its hue. Decorative: what it is stands beside it. */
export function AdStill({ ad, className }: AdStillProps) {
  const [first] = [...ad.media, ...ad.cards.flatMap((card) => card.media)];
  const still = first === undefined ? null : first.type === 'image' ? first.url : first.thumbnailUrl;
  const [failed, setFailed] = useState<string | null>(null);
  if (still === null || failed === still) {
    const { name } = ad.advertiser;
    const hue = hueOf(name);
    return (
      <span
        aria-hidden
        className={classes('flex shrink-0 items-center justify-center font-semibold', className)}
        style={{
          background: `linear-gradient(160deg, light-dark(oklch(0.94 0.05 ${hue}), oklch(0.34 0.06 ${hue})), light-dark(oklch(0.86 0.07 ${hue + 24}), oklch(0.26 0.05 ${hue + 24})))`,
        }}
      >
        {name.trim().slice(0, 1).toUpperCase()}
      </span>
    );
  }
  return (
    <img
      src={pictureAddress(still, 320)}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(still)}
      className={classes('shrink-0 bg-sunk object-cover', className)}
    />
  );
}
