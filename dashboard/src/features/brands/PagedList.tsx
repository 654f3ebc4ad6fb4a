import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Failure, Loading, Skeleton } from '../../ui/states.tsx';

/** A placeholder that keeps the height of the line while a number loads. */
export const blank = '\u00A0';

interface PagedListProps<Entry> {
  readonly list: ComponentProps<typeof LoadMore>['pages'] & {
    readonly isError: boolean;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** Undefined while loading. */
  readonly entries: readonly Entry[] | undefined;
  /** Shown for an empty list. */
  readonly empty: string;
  /** The usual height of an entry, for the skeleton. */
  readonly entryHeight: string;
  readonly children: (entries: readonly Entry[]) => ReactNode;
}

/** A list with a "Show more" button, and its loading, error and empty states. */
export function PagedList<Entry>({ list, entries, empty, entryHeight, children }: PagedListProps<Entry>) {
  if (entries === undefined && list.isError) {
    return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (entries === undefined) {
    return (
      <Loading label="Loading list">
        {[1, 2, 3, 4, 5, 6].map((index) => (
          <Skeleton key={index} className={entryHeight} />
        ))}
      </Loading>
    );
  }
  if (entries.length === 0) return <p className="text-quiet">{empty}</p>;
  return (
    <div className={classes('flex flex-col gap-3', list.isPlaceholderData && 'opacity-55')}>
      {children(entries)}
      <LoadMore pages={list} isManual />
    </div>
  );
}
