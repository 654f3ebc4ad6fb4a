import type { ReactNode } from 'react';
import { Button } from '../../parts/Button.tsx';
import { classes } from '../../parts/classes.ts';
import { Failure, Loading, Skeleton } from '../../parts/states.tsx';

/** In place of a number that is on its way: the line keeps its height. */
export const blank = '\u00A0';

/** What of a query over pages is needed to show it. */
interface Paged {
  readonly error: unknown;
  readonly isError: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

interface PagedListProps<Entry> {
  readonly list: Paged;
  /** Those that came; undefined while none did. */
  readonly entries: readonly Entry[] | undefined;
  /** What to say where there are none. */
  readonly nothing: string;
  /** The usual height of an entry, for the shape while it loads. */
  readonly entryHeight: string;
  readonly children: (entries: readonly Entry[]) => ReactNode;
}

/** A list that grows by a button, in each of its states. */
export function PagedList<Entry>({ list, entries, nothing, entryHeight, children }: PagedListProps<Entry>) {
  if (entries === undefined && list.isError) {
    return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (entries === undefined) {
    return (
      <Loading label="The list is loading">
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <Skeleton key={place} className={entryHeight} />
        ))}
      </Loading>
    );
  }
  if (entries.length === 0) return <p className="text-quiet">{nothing}</p>;
  return (
    <div className={classes('flex flex-col gap-3', list.isPlaceholderData && 'opacity-55')}>
      {children(entries)}
      {list.hasNextPage && (
        <Button
          className="self-start"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
