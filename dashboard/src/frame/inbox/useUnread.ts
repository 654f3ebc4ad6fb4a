import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, queryClient } from '../../api/client.ts';

const everyMinute = 60_000;

/** How many notifications are unread: told by the server as it changes, asked for every minute where it cannot. */
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
 * Listens while the page is seen: a browser has few connections to a server, and pages behind others would take them.
 * The stream tells the number first of all when it is opened again.
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
    opened.addEventListener('unread', ({ data }: MessageEvent<string>) => keepCount(data));
    opened.addEventListener('error', () => {
      onLive(false);
      // A lost connection is made again by the browser, but not one that was refused.
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

/** A number that this page did not bring about itself says that the inbox has changed. */
function keepCount(data: string): void {
  const { count } = JSON.parse(data) as { readonly count: number };
  const { queryKey } = api.notifications.unreadCount.queryOptions();
  if (queryClient.getQueryData(queryKey)?.count === count) return;
  queryClient.setQueryData(queryKey, { count });
  void queryClient.invalidateQueries(api.notifications.list.pathFilter());
  void queryClient.invalidateQueries(api.notifications.listRules.pathFilter());
}
