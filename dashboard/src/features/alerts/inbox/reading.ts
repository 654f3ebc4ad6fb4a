import type { InfiniteData } from '@tanstack/react-query';
import { api, client, queryClient } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { toastError } from '../../../ui/toast.tsx';

type Listed = RouterOutputs['notifications']['list'];
/** An infinite query's pages, or a single page. */
type Shown = InfiniteData<Listed> | Listed;

/** Marks these or all as read: in the cache immediately, reverted if the request fails. */
export async function markRead(which: readonly number[] | 'all'): Promise<void> {
  const { queryKey } = api.notifications.unreadCount.queryOptions();
  const isSelected = (id: number): boolean => which === 'all' || which.includes(id);
  queryClient.setQueryData(
    queryKey,
    (before) => before && { count: which === 'all' ? 0 : Math.max(0, before.count - which.length) },
  );
  queryClient.setQueriesData<Shown>(
    api.notifications.list.pathFilter(),
    (shown) => shown && withRead(shown, isSelected, new Date().toISOString()),
  );
  try {
    const result = await client.notifications.markRead.mutate(
      which === 'all' ? { all: true } : { ids: [...which] },
    );
    queryClient.setQueryData(queryKey, { count: result.unreadCount });
    // An opened notification stays in the unread list until it is reloaded; "mark all" empties it.
    if (which === 'all') void queryClient.invalidateQueries(api.notifications.list.pathFilter());
  } catch (error) {
    toastError(error);
    void queryClient.invalidateQueries(api.notifications.pathFilter());
  }
}

/** Marks the selected notifications as read at `at`, unless they already are. */
export function withRead(shown: Shown, isSelected: (id: number) => boolean, at: string): Shown {
  if ('pages' in shown) return { ...shown, pages: shown.pages.map((page) => readIn(page, isSelected, at)) };
  return readIn(shown, isSelected, at);
}

function readIn(page: Listed, isSelected: (id: number) => boolean, at: string): Listed {
  const notifications = page.notifications.map((one) =>
    isSelected(one.id) ? { ...one, readAt: one.readAt ?? at } : one,
  );
  return { ...page, notifications };
}
