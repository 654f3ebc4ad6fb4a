import type { ReactNode } from 'react';
import type { Ad } from '../../lib/api/types.ts';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { AdCard } from './AdCard.tsx';
import { adsCopy } from './copy.ts';

/** Cards in columns that keep the reading order. `content-visibility` skips the layout of cards far off screen. */
export function AdWall({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-4 *:[contain-intrinsic-size:auto_34rem] *:[content-visibility:auto]">
      {children}
    </div>
  );
}

export function AdWallSkeleton({ count = 12 }: { readonly count?: number }) {
  return (
    <Loading label={adsCopy.loading}>
      <AdWall>
        {Array.from({ length: count }, (_, number) => (
          <AdCardSkeleton key={number} />
        ))}
      </AdWall>
    </Loading>
  );
}

export function AdCardSkeleton() {
  return (
    <div className="flex flex-col gap-3 rounded-md border bg-card p-4">
      <Skeleton className="h-6" />
      <Skeleton className="aspect-4/5" />
      <Skeleton className="h-25" />
      <Skeleton className="h-9" />
    </div>
  );
}

const stripClasses = '-m-1 flex gap-4 overflow-x-auto p-1 *:w-68 *:max-w-[calc(100vw-6rem)] *:shrink-0';

export function AdStrip({ ads, label }: { readonly ads: readonly Ad[]; readonly label: string }) {
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
    <Loading label={adsCopy.loading}>
      <div className={stripClasses}>
        {Array.from({ length: count }, (_, number) => (
          <AdCardSkeleton key={number} />
        ))}
      </div>
    </Loading>
  );
}
