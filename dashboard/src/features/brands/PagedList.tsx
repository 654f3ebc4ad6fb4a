import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { type QueryState, QueryView } from '../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';

/** A placeholder that keeps the height of the line while a number loads. */
export const blank = '\u00A0';

interface PagedListProps<Entry> {
  readonly list: QueryState<{ readonly entries: readonly Entry[] }> &
    ComponentProps<typeof LoadMore>['pages'] & { readonly isPlaceholderData: boolean };
  /** Shown for an empty list. */
  readonly empty: string;
  /** The usual height of an entry, for the skeleton. */
  readonly entryHeight: string;
  readonly children: (entries: readonly Entry[]) => ReactNode;
}

/** A list with a "Show more" button, and its loading, error and empty states. */
export function PagedList<Entry>({ list, empty, entryHeight, children }: PagedListProps<Entry>) {
  return (
    <QueryView
      query={list}
      loading={
        <Loading label="Loading list">
          {[1, 2, 3, 4, 5, 6].map((index) => (
            <Skeleton key={index} className={entryHeight} />
          ))}
        </Loading>
      }
      isEmpty={({ entries }) => entries.length === 0}
      empty={<p className="text-quiet">{empty}</p>}
    >
      {({ entries }) => (
        <div className={classes('flex flex-col gap-3', list.isPlaceholderData && 'opacity-55')}>
          {children(entries)}
          <LoadMore pages={list} isManual />
        </div>
      )}
    </QueryView>
  );
}
