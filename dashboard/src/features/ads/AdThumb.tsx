import { useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { imageUrl } from './mediaUrls.ts';
import { initialOf, tintOf } from './tint.ts';

interface AdThumbProps {
  readonly url: string | null;
  /** The brand; its hue and first letter replace a missing image. */
  readonly brand: string;
  /** Shown instead of the letter. */
  readonly text?: string | null;
  /** Sets the size. */
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
