import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { classes } from '../../ui/classes.ts';
import { AdThumb } from '../ads/AdThumb.tsx';

interface CreativeLinkProps {
  readonly ad: RouterOutputs['brandSpy']['listCreatives']['creatives'][number]['ad'];
  readonly brand: string;
  /** Of the picture, as for `img`. */
  readonly sizes: string;
  readonly className?: string;
  /** Below the picture. */
  readonly children: ReactNode;
}

/** The picture of a creative, to the page of its ad. */
export function CreativeLink({ ad, brand, sizes, className, children }: CreativeLinkProps) {
  const text = ad.headline ?? ad.body;
  return (
    <Link
      to="/ads/$hash"
      params={{ hash: ad.hash }}
      title={text ?? undefined}
      className={classes('flex flex-col gap-1 rounded-sm hover:opacity-85', className)}
    >
      <AdThumb
        url={ad.thumbnailUrl}
        brand={brand}
        text={text}
        sizes={sizes}
        className="aspect-4/5 w-full rounded-sm"
      />
      {children}
    </Link>
  );
}
