import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { imageUrl } from './mediaUrls.ts';
import { initialOf, tintOf } from './tint.ts';
import { adsCopy } from './copy.ts';

interface AdThumbProps {
  readonly url: string | null;
  /** The brand; its hue and first letter replace a missing image. */
  readonly brand: string;
  /** Shown instead of the letter. */
  readonly text?: string | null;
  readonly className: string;
}

/** A small image of an ad. Decorative: the text beside it or its link names the ad. */
export function AdThumb({ url, brand, text, className }: AdThumbProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || failed === url) {
    return (
      <span
        aria-hidden
        className={classes(
          'flex shrink-0 items-center justify-center overflow-hidden',
          typeof text === 'string' ? 'p-1.5 text-xs' : 'font-semibold',
          className,
        )}
        style={{ background: tintOf(brand) }}
      >
        <span className="line-clamp-4">{text ?? initialOf(brand)}</span>
      </span>
    );
  }
  return (
    <img
      src={imageUrl(url, 320)}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(url)}
      className={classes('block shrink-0 bg-sunk object-cover', className)}
    />
  );
}

interface AdTileProps {
  readonly hash: string;
  readonly url: string | null;
  readonly headline: string | null;
  readonly brand: string;
  readonly note: string;
}

export function AdTile({ hash, url, headline, brand, note }: AdTileProps) {
  return (
    <Link
      to="/ads/$hash"
      params={{ hash }}
      title={headline ?? undefined}
      aria-label={`${headline ?? adsCopy.noHeadline}, ${note}`}
      className="flex w-24 shrink-0 flex-col gap-1 rounded-sm hover:opacity-85"
    >
      <AdThumb url={url} brand={brand} text={headline} className="aspect-4/5 w-full rounded-sm" />
      <span className="truncate text-xs text-quiet">{note}</span>
    </Link>
  );
}
