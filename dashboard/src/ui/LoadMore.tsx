import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from './Button.tsx';
import { ErrorPanel } from './states.tsx';
import { useInView } from '../lib/hooks/useInView.ts';
import { uiCopy } from './copy.ts';

interface LoadMoreProps {
  readonly pages: Pick<
    UseInfiniteQueryResult<unknown, unknown>,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >;
  /** Loads only by button: for lists with content below, which could not be reached otherwise. */
  readonly isManual?: boolean;
}

/** At the end of a list: loads the next page when it scrolls near, or by button. */
export function LoadMore({ pages, isManual = false }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  const more = (): void => void fetchNextPage();
  const isEnabled = !isManual && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useInView(end, { isEnabled, pixels: 800 }, more);
  if (isFetchNextPageError) return <ErrorPanel error={error} onRetry={more} />;
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="flex justify-center py-2">
      <Button busy={isFetchingNextPage} onClick={more}>
        {uiCopy.showMore}
      </Button>
    </div>
  );
}
