import { Link } from '@tanstack/react-router';
import { ImageOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatShortDay } from '../../lib/format.ts';
import { classes } from '../../ui/classes.ts';
import type { Ad } from '../../lib/api/types.ts';
import { firstMedia, getThumbnail, imageProps } from './mediaUrls.ts';
import { pickTint } from './tint.ts';
import { adsCopy } from './copy.ts';

interface AdThumbProps {
  readonly url: string | null;
  /** The brand, whose hue is behind the text that replaces a missing image. */
  readonly brand: string;
  readonly text?: string | null;
  readonly className: string;
  /** The width in the layout, as in `<img sizes>`; default 6rem. */
  readonly sizes?: string;
}

/** A small image of an ad. Decorative: the text beside it or its link names the ad. */
export function AdThumb({ url, brand, text, className, sizes = '6rem' }: AdThumbProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || failed === url) {
    return (
      <span
        aria-hidden
        className={classes(
          'flex shrink-0 items-center justify-center overflow-hidden',
          typeof text === 'string' ? 'p-1.5 text-xs' : 'bg-sunk text-quiet',
          className,
        )}
        style={typeof text === 'string' ? { background: pickTint(brand) } : undefined}
      >
        {typeof text === 'string' ? (
          <span className="line-clamp-4">{text}</span>
        ) : (
          <ImageOff size={14} aria-hidden />
        )}
      </span>
    );
  }
  return (
    <img
      {...imageProps(url, sizes)}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(url)}
      className={classes('block shrink-0 bg-sunk object-cover', className)}
    />
  );
}

interface AdImageProps extends Pick<AdThumbProps, 'className' | 'sizes'> {
  readonly ad: Ad;
  /** Shows the copy in place of a missing image: for sizes at which it can be read. */
  readonly hasText?: boolean;
}

export function AdImage({ ad, hasText = false, ...rest }: AdImageProps) {
  const text = hasText ? (ad.headline ?? ad.body) : null;
  return <AdThumb url={getThumbnail(firstMedia(ad))} brand={ad.advertiser.name} text={text} {...rest} />;
}

interface AdTilesProps {
  readonly label: string;
  readonly brand: string;
  readonly ads: readonly {
    readonly hash: string;
    readonly headline: string | null;
    readonly thumbnailUrl: string | null;
    /** When it was launched or changed. */
    readonly at: string;
  }[];
  readonly children?: ReactNode;
}

export function AdTiles({ label, brand, ads, children }: AdTilesProps) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-3">
      {ads.map(({ hash, headline, thumbnailUrl, at }) => (
        <li key={`${hash} ${at}`} className="flex">
          <Link
            to="/ads/$hash"
            params={{ hash }}
            title={headline ?? undefined}
            aria-label={`${headline ?? adsCopy.noHeadline}, ${formatShortDay(at)}`}
            className="flex w-24 shrink-0 flex-col gap-1 rounded-sm hover:opacity-85"
          >
            <AdThumb
              url={thumbnailUrl}
              brand={brand}
              text={headline}
              className="aspect-4/5 w-full rounded-sm"
            />
            <span className="truncate text-xs text-quiet">{formatShortDay(at)}</span>
          </Link>
        </li>
      ))}
      {children}
    </ul>
  );
}
