import type { InfiniteData } from '@tanstack/react-query';
import { api, client, queryClient } from '../../api/client.ts';
import type { Answers } from '../../api/types.ts';
import { tellError } from '../../parts/toast.tsx';

type Listed = Answers['notifications']['list'];
/** A list that is shown a page at a time, or one page of it. */
type Shown = InfiniteData<Listed> | Listed;

/** Marks these as read, or all of them: on this page at once, and no longer when that fails. */
export async function markRead(which: readonly number[] | 'all'): Promise<void> {
  const { queryKey } = api.notifications.unreadCount.queryOptions();
  const isMeant = (id: number): boolean => which === 'all' || which.includes(id);
  queryClient.setQueryData(
    queryKey,
    (before) => before && { count: which === 'all' ? 0 : Math.max(0, before.count - which.length) },
  );
  queryClient.setQueriesData<Shown>(
    api.notifications.list.pathFilter(),
    (shown) => shown && withRead(shown, isMeant, new Date().toISOString()),
  );
  try {
    const answer = await client.notifications.markRead.mutate(
      which === 'all' ? { all: true } : { ids: [...which] },
    );
    queryClient.setQueryData(queryKey, { count: answer.unreadCount });
    // One that was opened stays where it is, also among the unread; all of them are gone from there.
    if (which === 'all') void queryClient.invalidateQueries(api.notifications.list.pathFilter());
  } catch (error) {
    tellError(error);
    void queryClient.invalidateQueries(api.notifications.pathFilter());
  }
}

/** The same list, those that are meant being read since then unless they were before. */
export function withRead(shown: Shown, isMeant: (id: number) => boolean, at: string): Shown {
  if ('pages' in shown) return { ...shown, pages: shown.pages.map((page) => readIn(page, isMeant, at)) };
  return readIn(shown, isMeant, at);
}

function readIn(page: Listed, isMeant: (id: number) => boolean, at: string): Listed {
  const notifications = page.notifications.map((one) =>
    isMeant(one.id) ? { ...one, readAt: one.readAt ?? at } : one,
  );
  return { ...page, notifications };
}
