import { type InfiniteData, MutationObserver, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, client, queryClient } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { optimistic, updateQueries, updateQuery } from '../../../lib/optimistic.ts';
import { toastError } from '../../../ui/toast.tsx';

type Listed = RouterOutputs['notifications']['list'];
type Shown = InfiniteData<Listed> | Listed;

const unreadKey = api.notifications.unreadCount.queryKey();

/** Marks these or all as read: in the cache immediately, reverted if the request fails. */
export async function markNotificationsRead(which: readonly number[] | 'all'): Promise<void> {
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
      updateQueries<Shown>(lists, (shown) => setReadAt(shown, isSelected, new Date().toISOString())),
    ]),
    onSuccess: ({ unreadCount }) => queryClient.setQueryData(unreadKey, { count: unreadCount }),
    // An opened notification stays in the unread list until it is reloaded; "mark all" empties it.
    meta: { invalidates: isAll ? [lists] : [] },
  })
    .mutate()
    .catch(toastError);
}

export function setReadAt(shown: Shown, isSelected: (id: number) => boolean, at: string): Shown {
  if ('pages' in shown)
    return { ...shown, pages: shown.pages.map((page) => setReadAtInPage(page, isSelected, at)) };
  return setReadAtInPage(shown, isSelected, at);
}

function setReadAtInPage(page: Listed, isSelected: (id: number) => boolean, at: string): Listed {
  const notifications = page.notifications.map((one) =>
    isSelected(one.id) ? { ...one, readAt: one.readAt ?? at } : one,
  );
  return { ...page, notifications };
}

const everyMinute = 60_000;

/** The number of unread notifications: pushed by the server, polled every minute without a connection. */
export function useUnread(): number {
  const [isLive, setIsLive] = useState(false);
  useEffect(() => followUnread(setIsLive), []);
  const { data } = useQuery({
    ...api.notifications.unreadCount.queryOptions(),
    refetchInterval: isLive ? false : everyMinute,
  });
  return data?.count ?? 0;
}

/**
 * Connects only while the page is visible, since a browser allows few connections per server. The stream sends the
 * current number when it opens.
 */
function followUnread(onLive: (isLive: boolean) => void): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = null;
    onLive(false);
  };
  const open = (): void => {
    const opened = new EventSource('/api/inbox/events');
    source = opened;
    opened.addEventListener('open', () => onLive(true));
    opened.addEventListener('unread', ({ data }: MessageEvent<string>) => storeCount(data));
    opened.addEventListener('error', () => {
      onLive(false);
      // The browser reconnects after a lost connection, but not after a rejected one.
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, everyMinute);
    });
  };
  const follow = (): void => {
    close();
    if (!document.hidden) open();
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}

/** A different number means that the inbox has changed elsewhere. */
function storeCount(data: string): void {
  const { count } = JSON.parse(data) as { readonly count: number };
  const { queryKey } = api.notifications.unreadCount.queryOptions();
  if (queryClient.getQueryData(queryKey)?.count === count) return;
  queryClient.setQueryData(queryKey, { count });
  void queryClient.invalidateQueries(api.notifications.list.pathFilter());
  void queryClient.invalidateQueries(api.notifications.listRules.pathFilter());
}
