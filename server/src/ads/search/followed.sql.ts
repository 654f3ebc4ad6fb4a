import type { Postgres } from '../../db/postgres/postgres.ts';

/** The advertisers that a person follows. */
export async function followedAdvertisers(db: Postgres, userId: string): Promise<number[]> {
  const rows = await db.query<{ advertiserId: number }>(
    `SELECT advertiser_id AS "advertiserId" FROM follows WHERE user_id = $1`,
    [userId],
  );
  return rows.map((row) => row.advertiserId);
}
