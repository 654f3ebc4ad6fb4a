import { Loading, Skeleton } from '../../parts/states.tsx';

/** Media left, and the rest beside it: in one column, or in two where there is room for three. */
export const columnClasses =
  'grid grid-cols-1 items-start gap-6 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] 2xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)_minmax(0,25rem)] min-[2000px]:grid-cols-[minmax(0,40rem)_minmax(0,1fr)_minmax(0,34rem)]';
export const mediaClasses =
  'mx-auto w-full max-w-md md:sticky md:top-20 md:row-span-2 2xl:row-span-1 min-[2000px]:max-w-none';
export const wordsClasses = 'flex min-w-0 flex-col gap-6';
export const factsClasses = 'flex min-w-0 flex-col gap-6 md:col-start-2 2xl:col-start-3';

export function AdPageSkeleton() {
  return (
    <Loading label="The ad is loading">
      <div className="flex flex-col gap-6 p-4 sm:p-6">
        <div className="flex flex-col gap-2">
          <Skeleton className="h-8 w-64 max-w-full" />
          <Skeleton className="h-8 w-96 max-w-full" />
        </div>
        <div className={columnClasses}>
          <div className={mediaClasses}>
            <Skeleton className="aspect-4/5" />
          </div>
          <div className={wordsClasses}>
            <Skeleton className="h-30" />
            <Skeleton className="h-52" />
            <Skeleton className="h-76" />
          </div>
          <div className={factsClasses}>
            <Skeleton className="h-96" />
          </div>
        </div>
      </div>
    </Loading>
  );
}
