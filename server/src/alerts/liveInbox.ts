import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { countNotifications } from './inbox.sql.ts';

export type LiveInbox = ReturnType<typeof createLiveInbox>;

interface WatchedInbox {
  readonly listeners: Map<(unread: number) => void, number | null>;
  isCounting: boolean;
  isStale: boolean;
}

/** Queries the count only after a change and only for users with subscribers. */
export function createLiveInbox(db: Postgres, log: Logger) {
  const watched = new Map<string, WatchedInbox>();

  const count = async (userId: string, inbox: WatchedInbox): Promise<void> => {
    inbox.isCounting = true;
    try {
      while (inbox.isStale && inbox.listeners.size > 0) {
        // Reset before the query: changes during the query may be missing from its result.
        inbox.isStale = false;
        const unread = await countNotifications(db, userId, true);
        for (const [listener, last] of inbox.listeners) {
          if (last === unread) continue;
          inbox.listeners.set(listener, unread);
          listener(unread);
        }
      }
    } finally {
      // No await between this and the last check of isStale, so that no change is lost.
      inbox.isCounting = false;
    }
  };

  const refresh = (userId: string, inbox: WatchedInbox): void => {
    inbox.isStale = true;
    if (inbox.isCounting) return;
    // On reconnect to the database every inbox is refreshed.
    count(userId, inbox).catch((error: unknown) =>
      log.warn({ err: error }, 'unread notification count failed'),
    );
  };

  return {
    /** Calls `listener` with the unread count now and on every change; returns the unsubscribe function. */
    subscribe: (userId: string, listener: (unread: number) => void) => {
      const inbox: WatchedInbox = watched.get(userId) ?? {
        listeners: new Map(),
        isCounting: false,
        isStale: false,
      };
      watched.set(userId, inbox);
      inbox.listeners.set(listener, null);
      refresh(userId, inbox);
      return () => {
        inbox.listeners.delete(listener);
        if (inbox.listeners.size === 0 && watched.get(userId) === inbox) watched.delete(userId);
      };
    },
    /** Reports that the inbox of this user, or of every user for '', may have changed. */
    changed: (userId: string) => {
      const changed = userId === '' ? [...watched.keys()] : [userId];
      for (const each of changed) {
        const inbox = watched.get(each);
        if (inbox !== undefined) refresh(each, inbox);
      }
    },
  };
}
