import { useRef } from 'react';
import { Button } from './Button.tsx';
import { Failure } from './states.tsx';
import { useWhenNear } from './useWhenNear.ts';

interface LoadMoreProps {
  /** What `useInfiniteQuery` gives. */
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** Only by the button: where something follows that nobody would come to otherwise. */
  readonly byHand?: boolean;
}

/** At the end of a list that goes on: the next page is asked for when it comes near, or by the button. */
export function LoadMore({ pages, byHand = false }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  const more = (): void => void fetchNextPage();
  const isWanted = !byHand && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useWhenNear(end, { isWanted, pixels: 800 }, more);
  if (isFetchNextPageError) return <Failure error={error} onRetry={more} />;
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="flex justify-center py-2">
      <Button busy={isFetchingNextPage} onClick={more}>
        Show more
      </Button>
    </div>
  );
}
