import { createHmac, randomBytes } from 'node:crypto';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { countView, readDailySalt } from '../boardViews.sql.ts';

/** The properties of a request that identify a visitor. */
export interface BoardVisitor {
  readonly address: string;
  readonly userAgent: string;
}

/** Counts board views, once per visitor and day. Visitors are identified by a daily, irreversible digest. */
export function viewCounter(
  db: Postgres,
  now: () => Date = () => new Date(),
): (boardId: number, visitor: BoardVisitor) => Promise<void> {
  let daily: { readonly day: string; readonly salt: Promise<Buffer> } | null = null;
  const saltOf = (day: string): Promise<Buffer> => {
    if (daily?.day !== day) {
      const salt = readDailySalt(db, day, randomBytes(32));
      daily = { day, salt };
      // Retry after a failed read.
      salt.catch(() => (daily = null));
    }
    return daily.salt;
  };
  return async (boardId, { address, userAgent }) => {
    const day = now().toISOString().slice(0, 10);
    const digest = createHmac('sha256', await saltOf(day))
      .update(`${address}\n${userAgent}`)
      .digest();
    await countView(db, boardId, day, digest);
  };
}
