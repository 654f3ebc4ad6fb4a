import type { PublicBoardLink } from '@magpie/contract';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { logoUri } from '../../integrations/images/logo.sql.ts';
import type { StoredAd } from '../presentSaved.ts';

export type LinkedBoardRow = Omit<PublicBoardLink, 'url'>;

export interface PublishedBoardRow extends LinkedBoardRow {
  readonly description: string | null;
  /** The team, else the author; null if the author has set no name. */
  readonly by: string | null;
  /** Of the same, as a data URI. */
  readonly logo: string | null;
  readonly parentBoardId: number | null;
  readonly updatedAt: Date;
}

const linkColumns = `board.id, board.name, board.slug,
  (SELECT count(*) FROM board_ads WHERE board_id = board.id) AS "adCount"`;

export async function findPublished(
  db: Postgres,
  { slug, id }: { readonly slug: string | null; readonly id: number | null },
) {
  const rows = await db.query<PublishedBoardRow>(
    `SELECT ${linkColumns}, board.description, board.parent_board_id AS "parentBoardId", 
       greatest(board.updated_at, (SELECT max(added_at) FROM board_ads WHERE board_id = board.id)) AS "updatedAt",
       CASE WHEN team.id IS NULL THEN author.name ELSE team.name END AS by,
       ${logoUri('CASE WHEN team.id IS NULL THEN author.logo ELSE team.logo END')} AS logo
     FROM boards board
     JOIN users author ON author.id = board.author_id
     LEFT JOIN teams team ON team.id = board.team_id
     WHERE board.published AND (board.slug = $1 OR board.id = $2)`,
    [slug, id],
  );
  return rows[0];
}

export function publishedRelatives(
  db: Postgres,
  { id, parentBoardId }: Pick<PublishedBoardRow, 'id' | 'parentBoardId'>,
  most: number,
) {
  return db.query<LinkedBoardRow>(
    `SELECT ${linkColumns}
     FROM boards board
     WHERE board.published AND (board.id = $2 OR board.parent_board_id = $1)
     ORDER BY board.id = $2 DESC, board.position
     LIMIT $3`,
    [id, parentBoardId, most],
  );
}

export interface PlaceOnBoard {
  readonly savedAdId: number;
  /** As text, because JavaScript dates have no microseconds. */
  readonly addedAt: string;
}

export async function findPlaceOnBoard(db: Postgres, boardId: number, savedAdId: number) {
  const rows = await db.query<PlaceOnBoard>(
    `SELECT saved_ad_id AS "savedAdId", added_at::text AS "addedAt" FROM board_ads WHERE board_id = $1 AND saved_ad_id = $2`,
    [boardId, savedAdId],
  );
  return rows[0];
}

/** The ads of a board, most recently added first, after a position. Never reads notes. */
export function adsOfBoard(
  db: Postgres,
  boardId: number,
  after: PlaceOnBoard | null,
  most: number,
): Promise<Pick<StoredAd, 'id' | 'ad' | 'measured' | 'savedAt'>[]> {
  return db.query(
    `SELECT saved.id, snapshot.ad, snapshot.measured, saved.saved_at AS "savedAt"
     FROM board_ads board_ad
     JOIN saved_ads saved ON saved.id = board_ad.saved_ad_id
     JOIN saved_ad_snapshots snapshot ON snapshot.saved_ad_id = saved.id
     WHERE board_ad.board_id = $1
       AND ($3::bigint IS NULL OR (board_ad.added_at, board_ad.saved_ad_id) < ($2::timestamptz, $3))
     ORDER BY board_ad.added_at DESC, board_ad.saved_ad_id DESC
     LIMIT $4`,
    [boardId, after?.addedAt ?? null, after?.savedAdId ?? null, most],
  );
}
