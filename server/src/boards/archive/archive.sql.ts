import type { Postgres } from '../../db/postgres/postgres.ts';
import type { MediaType } from '../media/mediaTypes.ts';
import type { SavedSnapshot } from '../presentSaved.ts';
import type { ArchivedAd, ArchivedBoard, ArchivedPerson, ArchivedTeam, PictureFile } from './format.ts';

/** With microseconds, which JavaScript dates cannot represent. */
const utc = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** All reads of this transaction see the same snapshot. The archive may be read slowly. */
export async function beginConsistentRead(tx: Postgres) {
  await tx.query(`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
  await allowIdleTransaction(tx);
}

/** Pictures may be read or sent slowly between two statements of this transaction. */
export async function allowIdleTransaction(tx: Postgres) {
  await tx.query(`SET LOCAL idle_in_transaction_session_timeout = '10min'`);
}

export async function keepTransactionAlive(tx: Postgres) {
  await tx.query(`SELECT`);
}

export function archivedPeople(tx: Postgres, onlyPerson: string | null): Promise<ArchivedPerson[]> {
  return tx.query(
    `SELECT email, name
     FROM users person
     WHERE person.id = $1
        OR $1 IS NULL AND (EXISTS (SELECT FROM boards WHERE author_id = person.id)
                        OR EXISTS (SELECT FROM saved_ads WHERE user_id = person.id)
                        OR EXISTS (SELECT FROM team_members WHERE user_id = person.id)
                        OR EXISTS (SELECT FROM comments WHERE author_id = person.id))
     ORDER BY lower(email) COLLATE "C"`,
    [onlyPerson],
  );
}

export function archivedTeams(tx: Postgres): Promise<ArchivedTeam[]> {
  return tx.query(
    `SELECT slug, name, ${utc('created_at')} AS "createdAt",
       (SELECT coalesce(json_agg(json_build_object(
                 'email', member.email, 'person', person.email, 'role', member.role,
                 'invitedAt', ${utc('member.invited_at')}, 'joinedAt', ${utc('member.joined_at')}
               ) ORDER BY member.id), '[]')
        FROM team_members member LEFT JOIN users person ON person.id = member.user_id
        WHERE member.team_id = team.id) AS members
     FROM teams team
     ORDER BY team.id`,
  );
}

export interface BoardToArchive extends Omit<ArchivedBoard, 'board' | 'owner' | 'author' | 'parent'> {
  readonly id: number;
  readonly person: string;
  readonly team: string | null;
  readonly parentBoardId: number | null;
}

/** All boards, or only those of one person, by id, which breaks ties between equal positions. */
export function archivedBoards(tx: Postgres, onlyPerson: string | null): Promise<BoardToArchive[]> {
  return tx.query(
    `SELECT board.id, author.email AS person, team.slug AS team, board.parent_board_id AS "parentBoardId", board.name,
       board.slug, board.description, board.position AS "order", board.published, board.views,
       ${utc('board.created_at')} AS "createdAt", ${utc('board.updated_at')} AS "updatedAt"
     FROM boards board
     JOIN users author ON author.id = board.author_id
     LEFT JOIN teams team ON team.id = board.team_id
     WHERE $1::text IS NULL OR (board.team_id IS NULL AND board.author_id = $1)
     ORDER BY board.id`,
    [onlyPerson],
  );
}

export interface AdToArchive extends Omit<
  ArchivedAd,
  'owner' | 'pictures' | 'ad' | 'labels' | 'stage' | 'comments'
> {
  readonly person: string | null;
  readonly team: string | null;
  readonly labels: NonNullable<ArchivedAd['labels']>;
  readonly stage: ArchivedAd['stage'] | null;
  readonly comments: NonNullable<ArchivedAd['comments']>;
  readonly pictures: readonly PictureToArchive[];
  readonly ad: SavedSnapshot;
}

export interface PictureToArchive {
  readonly url: string;
  readonly sha256: string | null;
  readonly type: MediaType | null;
  readonly keptAt: string | null;
  readonly waits: boolean;
  readonly error: string | null;
}

export async function savedAdIdsAfter(tx: Postgres, onlyPerson: string | null, after: number, limit: number) {
  const rows = await tx.query<{ id: number }>(
    `SELECT id FROM saved_ads WHERE id > $2 AND ($1::text IS NULL OR user_id = $1) ORDER BY id LIMIT $3`,
    [onlyPerson, after, limit],
  );
  return rows.map(({ id }) => id);
}

export function archivedAds(
  tx: Postgres,
  onlyPerson: string | null,
  ids: readonly number[],
): Promise<AdToArchive[]> {
  return tx.query(
    `SELECT person.email AS person, team.slug AS team, saved.ad_hash AS hash,
       ${utc('saved.saved_at')} AS "savedAt", saved.note, saved.stage, saved.incomplete, snapshot.ad, link.boards,
       (SELECT coalesce(json_agg(json_build_object('name', label.name, 'color', label.color)
                                 ORDER BY lower(label.name) COLLATE "C", label.id), '[]')
        FROM saved_ad_labels given JOIN labels label ON label.id = given.label_id
        WHERE given.saved_ad_id = saved.id) AS labels,
       (SELECT coalesce(json_agg(json_build_object(
                 'author', CASE WHEN $2::text IS NULL OR author.id = $2 THEN author.email END, 'text', comment.text,
                 'createdAt', ${utc('comment.created_at')}, 'updatedAt', ${utc('comment.updated_at')}
               ) ORDER BY comment.id), '[]')
        FROM comments comment LEFT JOIN users author ON author.id = comment.author_id
        WHERE comment.saved_ad_id = saved.id) AS comments,
       (SELECT coalesce(json_agg(json_build_object(
                 'url', url, 'sha256', sha256, 'type', mime_type, 'keptAt', ${utc('kept_at')},
                 'waits', due_at IS NOT NULL, 'error', error
               ) ORDER BY place), '[]')
        FROM kept_media LEFT JOIN kept_files USING (sha256) WHERE saved_ad_id = saved.id) AS pictures
     FROM saved_ads saved
     JOIN (SELECT saved_ad_id, json_agg(json_build_object('board', board_id, 'addedAt', ${utc('added_at')})
                                        ORDER BY board_id) AS boards
           FROM board_ads WHERE saved_ad_id = ANY ($1) GROUP BY saved_ad_id) link ON link.saved_ad_id = saved.id
     JOIN saved_ad_snapshots snapshot ON snapshot.saved_ad_id = saved.id
     LEFT JOIN users person ON person.id = saved.user_id
     LEFT JOIN teams team ON team.id = saved.team_id
     WHERE saved.id = ANY ($1)
     ORDER BY saved.id`,
    [ids, onlyPerson],
  );
}

export interface FileToArchive extends PictureFile {
  readonly bytes: number;
}

export function archivedFilesAfter(
  tx: Postgres,
  onlyPerson: string | null,
  after: string,
  limit: number,
): Promise<FileToArchive[]> {
  return tx.query(
    `SELECT sha256, mime_type AS type, bytes
     FROM kept_files file
     WHERE file.sha256 > $2
       AND EXISTS (SELECT FROM kept_media picture JOIN saved_ads saved ON saved.id = picture.saved_ad_id
                   WHERE picture.sha256 = file.sha256 AND ($1::text IS NULL OR saved.user_id = $1))
     ORDER BY file.sha256
     LIMIT $3`,
    [onlyPerson, after, limit],
  );
}
