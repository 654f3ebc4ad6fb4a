import type { Postgres } from '../../db/postgres/postgres.ts';

export interface UnreadPicture {
  readonly savedAdId: number;
  readonly hash: string;
  readonly sha256: string;
  /** Null if the picture cannot be recognized, or is not compared. */
  readonly pdq: string | null;
}

const isUnread = 'place = 0 AND compared AND NOT words_read';

/** Pictures of saved ads that were compared. */
export function listUnread(db: Postgres, limit: number) {
  return db.query<UnreadPicture>(
    `SELECT media.saved_ad_id AS "savedAdId", saved.ad_hash AS hash, sha256, pdq
     FROM kept_media media
     JOIN kept_files USING (sha256)
     JOIN saved_ads saved ON saved.id = media.saved_ad_id
     WHERE ${isUnread}
     ORDER BY media.saved_ad_id
     LIMIT $1`,
    [limit],
  );
}

export async function markRead(db: Postgres, savedAdIds: readonly number[]) {
  await db.query(`UPDATE kept_media SET words_read = true WHERE saved_ad_id = ANY ($1) AND ${isUnread}`, [
    savedAdIds,
  ]);
}
