import type { Postgres } from '../db/postgres/postgres.ts';

/** Stores the salt for the visitor digests of a day, or returns the existing one. */
export async function readDailySalt(db: Postgres, day: string, salt: Buffer): Promise<Buffer> {
  const [row] = await db.query<{ salt: Buffer }>(
    `INSERT INTO visitor_salts AS existing (day, salt) VALUES ($1, $2)
     ON CONFLICT (day) DO UPDATE SET salt = existing.salt
     RETURNING salt`,
    [day, salt],
  );
  if (row === undefined) throw new Error('the salt of the day was not returned');
  return row.salt;
}

/** Counts a view of a published board, unless this visitor was counted today. */
export async function countView(db: Postgres, boardId: number, day: string, visitor: Buffer): Promise<void> {
  await db.query(
    `WITH counted AS (
       INSERT INTO board_visitors (board_id, day, visitor)
       SELECT id, $2, $3 FROM boards WHERE id = $1 AND published
       ON CONFLICT DO NOTHING
       RETURNING board_id
     )
     UPDATE boards SET views = views + 1 WHERE id IN (SELECT board_id FROM counted)`,
    [boardId, day, visitor],
  );
}

/** Deletes visitor digests and salts after two days. */
export async function deleteOldVisitors(db: Postgres): Promise<number> {
  const [forgotten] = await db.query<{ visitors: number }>(
    `WITH salts AS (DELETE FROM visitor_salts WHERE day < (now() AT TIME ZONE 'UTC')::date - 1),
          visitors AS (
            DELETE FROM board_visitors
            WHERE ctid = ANY (ARRAY(
              SELECT ctid FROM board_visitors WHERE day < (now() AT TIME ZONE 'UTC')::date - 1
              LIMIT 10000 FOR UPDATE SKIP LOCKED))
            RETURNING board_id)
     SELECT count(*) AS visitors FROM visitors`,
  );
  return forgotten?.visitors ?? 0;
}
