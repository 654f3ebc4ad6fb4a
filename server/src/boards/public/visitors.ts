import { createHmac, randomBytes } from 'node:crypto';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { countView, saltOfDay } from '../boardViews.sql.ts';

/** Who looks at a board, as far as a request tells. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}

/** Counts views of boards, each visitor once a day. Visitors are told apart by a digest that cannot be undone. */
export function viewCounter(
  db: Postgres,
  now: () => Date = () => new Date(),
): (boardId: number, visitor: Visitor) => Promise<void> {
  let salted: { readonly day: string; readonly salt: Promise<Buffer> } | null = null;
  const saltOf = (day: string): Promise<Buffer> => {
    if (salted?.day !== day) {
      const salt = saltOfDay(db, day, randomBytes(32));
      salted = { day, salt };
      // One that could not be read is asked for again.
      salt.catch(() => (salted = null));
    }
    return salted.salt;
  };
  return async (boardId, { address, userAgent }) => {
    const day = now().toISOString().slice(0, 10);
    const digest = createHmac('sha256', await saltOf(day))
      .update(`${address}\n${userAgent}`)
      .digest();
    await countView(db, boardId, day, digest);
  };
}
