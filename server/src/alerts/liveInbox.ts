import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { countNotifications } from './inbox.sql.ts';

export interface LiveInbox {
  /** Tells how many notifications a person has not read, now and whenever it changes, until the answer is called. */
  follow(userId: string, tell: (unread: number) => void): () => void;
  /** Says that the inbox of this person may have changed, or that of anybody where none is named. */
  changed(userId: string): void;
}

/** The inbox of one person while somebody looks at it. */
interface Watched {
  /** What each of those who look was told last. */
  readonly told: Map<(unread: number) => void, number | null>;
  isCounting: boolean;
  isStale: boolean;
}

/** Counts when something changed and for those who look: looking alone counts nothing. */
export function createLiveInbox(db: Postgres, log: Logger): LiveInbox {
  const watched = new Map<string, Watched>();

  const count = async (userId: string, inbox: Watched): Promise<void> => {
    inbox.isCounting = true;
    try {
      while (inbox.isStale && inbox.told.size > 0) {
        // Before it is asked: what changes meanwhile may not be in the answer.
        inbox.isStale = false;
        const unread = await countNotifications(db, userId, true);
        for (const [tell, last] of inbox.told) {
          if (last === unread) continue;
          inbox.told.set(tell, unread);
          tell(unread);
        }
      }
    } finally {
      // With nothing between this and the last look, so that no change falls there unseen.
      inbox.isCounting = false;
    }
  };

  const refresh = (userId: string, inbox: Watched): void => {
    inbox.isStale = true;
    if (inbox.isCounting) return;
    // When the database is back, everybody's inbox is looked at again.
    count(userId, inbox).catch((error: unknown) =>
      log.warn({ err: error }, 'unread notifications could not be counted'),
    );
  };

  return {
    follow: (userId, tell) => {
      const inbox = watched.get(userId) ?? { told: new Map(), isCounting: false, isStale: false };
      watched.set(userId, inbox);
      inbox.told.set(tell, null);
      refresh(userId, inbox);
      return () => {
        inbox.told.delete(tell);
        if (inbox.told.size === 0 && watched.get(userId) === inbox) watched.delete(userId);
      };
    },
    changed: (userId) => {
      const changed = userId === '' ? [...watched.keys()] : [userId];
      for (const each of changed) {
        const inbox = watched.get(each);
        if (inbox !== undefined) refresh(each, inbox);
      }
    },
  };
}
