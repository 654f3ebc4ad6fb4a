import type { Postgres } from '../db/postgres/postgres.ts';
import type { MediaType } from './media/mediaTypes.ts';

export interface KeptCreative {
  readonly hash: string;
  readonly brand: string;
  readonly savedAt: Date;
  readonly sha256: string;
  readonly type: MediaType;
  readonly bytes: number;
}

/** The kept images and videos of the ads of a board, without logos and thumbnails, most recently added ads first. */
export function listCreatives(db: Postgres, boardId: number, limit: number) {
  return db.query<KeptCreative>(
    `SELECT saved.ad_hash AS hash, snapshot.ad->'advertiser'->>'name' AS brand, saved.saved_at AS "savedAt",
       file.sha256, file.mime_type AS type, file.bytes
     FROM board_ads board_ad
     JOIN saved_ads saved ON saved.id = board_ad.saved_ad_id
     JOIN saved_ad_snapshots snapshot ON snapshot.saved_ad_id = saved.id
     JOIN kept_media media ON media.saved_ad_id = saved.id
     JOIN kept_files file ON file.sha256 = media.sha256
     WHERE board_ad.board_id = $1
       AND media.url IN (SELECT jsonb_path_query(snapshot.ad, '$.media[*].url') #>> '{}'
                         UNION ALL SELECT jsonb_path_query(snapshot.ad, '$.cards[*].media[*].url') #>> '{}')
     ORDER BY board_ad.added_at DESC, saved.id DESC, media.place
     LIMIT $2`,
    [boardId, limit],
  );
}
