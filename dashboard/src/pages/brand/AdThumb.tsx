import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { hueOf } from '../../ads/hue.ts';
import { pictureAddress } from '../../ads/pictures.ts';
import { classes } from '../../parts/classes.ts';

interface ThumbProps {
  readonly url: string | null;
  readonly headline: string | null;
  /** Whose ad it is: its hue stands where there is no picture. */
  readonly brand: string;
  readonly className?: string;
}

/** A small picture of an ad, in a box of 4:5. Decorative: what it is stands beside it or on its link. */
export function Thumb({ url, headline, brand, className }: ThumbProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const shape = classes('aspect-4/5 shrink-0 overflow-hidden rounded-sm bg-sunk', className);
  if (url === null || failed === url) {
    const hue = hueOf(brand);
    return (
      <span
        aria-hidden
        className={classes(shape, 'flex p-1.5 text-xs')}
        style={{ background: `light-dark(oklch(0.92 0.05 ${hue}), oklch(0.34 0.06 ${hue}))` }}
      >
        <span className="line-clamp-4 self-center">{headline}</span>
      </span>
    );
  }
  return (
    <img
      src={pictureAddress(url, 160)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(url)}
      className={classes(shape, 'block object-cover')}
    />
  );
}

interface AdThumbProps extends Omit<ThumbProps, 'className'> {
  readonly hash: string;
  /** Under the picture: when. */
  readonly note: string;
}

/** The same as a link to the ad, for a strip of them. */
export function AdThumb({ hash, note, ...thumb }: AdThumbProps) {
  return (
    <Link
      to="/ads/$hash"
      params={{ hash }}
      title={thumb.headline ?? undefined}
      aria-label={`${thumb.headline ?? 'Ad without a headline'}, ${note}`}
      className="flex w-24 shrink-0 flex-col gap-1 rounded-sm hover:opacity-85"
    >
      <Thumb {...thumb} className="w-full" />
      <span className="truncate text-xs text-quiet">{note}</span>
    </Link>
  );
}
