import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../parts/classes.ts';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Failure, Loading, Skeleton } from '../../parts/states.tsx';

/** In place of a number that is on its way: the line keeps its height. */
export const blank = '\u00A0';

interface PagedListProps<Entry> {
  readonly list: ComponentProps<typeof LoadMore>['pages'] & {
    readonly isError: boolean;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => Promise<unknown>;
  };
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
      <LoadMore pages={list} byHand />
    </div>
  );
}
