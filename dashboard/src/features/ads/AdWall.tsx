import type { ReactNode } from 'react';
import { Loading, Skeleton } from '../../ui/states.tsx';

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
    <Loading label="Loading ads">
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
