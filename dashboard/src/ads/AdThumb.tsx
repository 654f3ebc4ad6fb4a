import { useState } from 'react';
import { classes } from '../parts/classes.ts';
import { pictureAddress } from './pictures.ts';
import { initialOf, tintOf } from './tint.ts';

interface AdThumbProps {
  readonly url: string | null;
  /** Whose ad it is: where there is no picture, its hue and its first letter stand. */
  readonly brand: string;
  /** In place of the letter. */
  readonly words?: string | null;
  /** Its size; the picture fills it. */
  readonly className: string;
}

/** A small picture of an ad. Decorative: what it is stands beside it or on its link. */
export function AdThumb({ url, brand, words, className }: AdThumbProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || failed === url) {
    return (
      <span
        aria-hidden
        className={classes(
          'flex shrink-0 items-center justify-center overflow-hidden',
          typeof words === 'string' ? 'p-1.5 text-xs' : 'font-semibold',
          className,
        )}
        style={{ background: tintOf(brand) }}
      >
        <span className="line-clamp-4">{words ?? initialOf(brand)}</span>
      </span>
    );
  }
  return (
    <img
      src={pictureAddress(url, 320)}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(url)}
      className={classes('block shrink-0 bg-sunk object-cover', className)}
    />
  );
}
