import type { ReactNode } from 'react';
import { Page } from '../../../ui/Page.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';

interface AdColumnsProps {
  readonly media: ReactNode;
  readonly copy: ReactNode;
  readonly facts: ReactNode;
}

/** Media on the left, and one or two columns beside it. */
export function AdColumns({ media, copy, facts }: AdColumnsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] 2xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)_minmax(0,25rem)] min-[125rem]:grid-cols-[minmax(0,40rem)_minmax(0,1fr)_minmax(0,34rem)]">
      <div className="mx-auto w-full max-w-md md:sticky md:top-20 md:row-span-2 2xl:row-span-1 min-[125rem]:max-w-none">
        {media}
      </div>
      <div className="flex min-w-0 flex-col gap-6">{copy}</div>
      <div className="flex min-w-0 flex-col gap-6 md:col-start-2 2xl:col-start-3">{facts}</div>
    </div>
  );
}

export function AdPageSkeleton() {
  return (
    <Page title="Ad" heading={<HeadingSkeleton />}>
      <Loading label="Loading ad">
        <AdColumns
          media={<Skeleton className="aspect-4/5" />}
          copy={
            <>
              <Skeleton className="h-30" />
              <Skeleton className="h-52" />
              <Skeleton className="h-76" />
            </>
          }
          facts={<Skeleton className="h-96" />}
        />
      </Loading>
    </Page>
  );
}

function HeadingSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <h1 className="sr-only">Ad</h1>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-8 w-72" />
    </div>
  );
}
