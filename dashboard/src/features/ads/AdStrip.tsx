import type { Ad } from '../../lib/api/types.ts';
import { Loading } from '../../ui/states.tsx';
import { AdCard } from './AdCard.tsx';
import { AdCardSkeleton } from './AdWall.tsx';

const stripClasses = '-m-1 flex gap-4 overflow-x-auto p-1 *:w-68 *:max-w-[calc(100vw-6rem)] *:shrink-0';

interface AdStripProps {
  readonly ads: readonly Ad[];
  /** Which ads they are, for screen readers. */
  readonly label: string;
}

/** A few cards in one horizontally scrolling row. */
export function AdStrip({ ads, label }: AdStripProps) {
  return (
    <ul aria-label={label} className={stripClasses}>
      {ads.map((ad) => (
        <li key={ad.hash} className="flex *:flex-1">
          <AdCard ad={ad} />
        </li>
      ))}
    </ul>
  );
}

export function AdStripSkeleton({ count }: { readonly count: number }) {
  return (
    <Loading label="Loading ads">
      <div className={stripClasses}>
        {Array.from({ length: count }, (_, number) => (
          <AdCardSkeleton key={number} />
        ))}
      </div>
    </Loading>
  );
}
