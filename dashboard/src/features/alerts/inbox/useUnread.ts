import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, queryClient } from '../../../lib/api/client.ts';

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
