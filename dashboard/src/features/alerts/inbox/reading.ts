import { type InfiniteData, MutationObserver } from '@tanstack/react-query';
import { api, client, queryClient } from '../../../lib/api/client.ts';
import { optimistic, updateQueries, updateQuery } from '../../../lib/optimistic.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { toastError } from '../../../ui/toast.tsx';

type Listed = RouterOutputs['notifications']['list'];
/** An infinite query's pages, or a single page. */
type Shown = InfiniteData<Listed> | Listed;

const unreadKey = api.notifications.unreadCount.queryKey();

/** Marks these or all as read: in the cache immediately, reverted if the request fails. */
export async function markRead(which: readonly number[] | 'all'): Promise<void> {
  const isAll = which === 'all';
  const isSelected = (id: number): boolean => isAll || which.includes(id);
  const lists = api.notifications.list.pathFilter();
  await new MutationObserver(queryClient, {
    mutationFn: () => client.notifications.markRead.mutate(isAll ? { all: true } : { ids: [...which] }),
    onMutate: optimistic(() => [
      updateQuery(
        unreadKey,
        (before) => before && { count: isAll ? 0 : Math.max(0, before.count - which.length) },
      ),
      updateQueries<Shown>(lists, (shown) => withRead(shown, isSelected, new Date().toISOString())),
    ]),
    onSuccess: ({ unreadCount }) => queryClient.setQueryData(unreadKey, { count: unreadCount }),
    // An opened notification stays in the unread list until it is reloaded; "mark all" empties it.
    meta: { invalidates: isAll ? [lists] : [] },
  })
    .mutate()
    .catch(toastError);
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
