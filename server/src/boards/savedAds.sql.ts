import type { contract, OutputOf } from '@magpie/contract';
import { deleteBatch } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { labelsOf } from './labels.sql.ts';
import type { SavedSnapshot, StoredAd } from './presentSaved.ts';
import type { SavedAdColumns } from './savedAdColumns.ts';

export interface SavedCopy {
  readonly id: number;
  readonly scope: string;
  readonly savedAt: Date;
  readonly note: string | null;
  readonly incomplete: boolean;
}

export function findCopies(db: Postgres, scopes: readonly string[], hash: string) {
  return db.query<SavedCopy>(
    `SELECT id, scope, saved_at AS "savedAt", note, incomplete
     FROM saved_ads
     WHERE scope = ANY ($1) AND ad_hash = $2
     ORDER BY array_position($1, scope)`,
    [scopes, hash],
  );
}

/** Of each ad the copy in the first of the scopes that has one. */
export function nearestCopies(db: Postgres, scopes: readonly string[], hashes: readonly string[]) {
  return db.query<{ id: number; hash: string }>(
    `SELECT DISTINCT ON (ad_hash) id, ad_hash AS hash
     FROM saved_ads
     WHERE scope = ANY ($1) AND ad_hash = ANY ($2)
     ORDER BY ad_hash, array_position($1, scope)`,
    [scopes, hashes],
  );
}

export async function readSnapshot(db: Postgres, savedAdId: number) {
  const rows = await db.query<{ ad: SavedSnapshot }>(
    `SELECT ad FROM saved_ad_snapshots WHERE saved_ad_id = $1`,
    [savedAdId],
  );
  return rows[0]?.ad;
}

const filterColumnNames = [
  'advertiser_id',
  'company_name',
  'platforms',
  'format',
  'ad_type',
  'language',
  'cta',
  'cta_labels',
  'is_partnership',
  'start_date',
  'first_seen_at',
  'search_text',
  'recommended',
  'date_key',
  'days_key',
  'views_key',
  'likes_key',
  'comments_key',
] as const satisfies readonly (keyof SavedAdColumns)[];

export const filterColumns = filterColumnNames.join(', ');

export const sortKeys = [
  'recommended',
  'date_key',
  'views_key',
  'likes_key',
  'comments_key',
  'days_key',
] as const;

/** Stored for a day when an ad leaves its scope or sort position, so that cursors stay valid. */
export const tombstoneColumns = ['id', 'scope', 'ad_hash', ...sortKeys].join(', ');

const valuesFrom = (first: number): string =>
  filterColumnNames.map((_, index) => `$${first + index}`).join(', ');

const toColumnValues = (columns: SavedAdColumns): unknown[] => filterColumnNames.map((name) => columns[name]);

/** CTE that marks added ads as outdated, because recordings during the insert may have changed them. */
export const markAdded = `marked AS (INSERT INTO outdated_saved_ads (ad_hash) SELECT ad_hash FROM added)`;

export interface LibraryOwner {
  readonly userId: string | null;
  readonly teamId: number | null;
}

interface NewSavedAd extends Pick<SavedCopy, 'savedAt' | 'note' | 'incomplete'> {
  readonly ad: SavedSnapshot;
  readonly columns: SavedAdColumns;
}

export async function insertSavedAd(
  tx: Postgres,
  { userId, teamId }: LibraryOwner,
  { ad, columns, savedAt, note, incomplete }: NewSavedAd,
) {
  const [row] = await tx.query<{ id: number }>(
    `WITH added AS (
       INSERT INTO saved_ads (user_id, team_id, ad_hash, saved_at, note, incomplete, ${filterColumns})
       VALUES ($1, $2, $3, $4, $5, $6, ${valuesFrom(8)})
       RETURNING id, ad_hash
     ), ${markAdded}
     INSERT INTO saved_ad_snapshots (saved_ad_id, ad)
     SELECT id, $7::jsonb FROM added
     RETURNING saved_ad_id AS id`,
    [userId, teamId, ad.hash, savedAt, note, incomplete, JSON.stringify(ad), ...toColumnValues(columns)],
  );
  if (row === undefined) throw new Error('the saved ad was not returned');
  return row.id;
}

export async function completeSavedAd(tx: Postgres, id: number, ad: SavedSnapshot, columns: SavedAdColumns) {
  await tx.query(
    `WITH left_behind AS (
       INSERT INTO forgotten_ads (${tombstoneColumns}) SELECT ${tombstoneColumns} FROM saved_ads WHERE id = $1
     ), added AS (
       UPDATE saved_ads
       SET incomplete = false,
           (${filterColumns}) = (${valuesFrom(3)})
       WHERE id = $1
       RETURNING id, ad_hash
     ), ${markAdded}
     UPDATE saved_ad_snapshots SET ad = $2 WHERE saved_ad_id IN (SELECT id FROM added)`,
    [id, JSON.stringify(ad), ...toColumnValues(columns)],
  );
}

/** The caller has locked the scope, so that the ad is not moved concurrently without its note. */
export async function writeNote(tx: Postgres, savedAdId: number, note: string | null) {
  await tx.query(`UPDATE saved_ads SET note = $2 WHERE id = $1`, [savedAdId, note]);
}

/** `created` is false if it was linked before; undefined if the board is not in the scope of the ad. */
export async function linkToBoard(tx: Postgres, boardId: number, savedAdId: number, addedAt: Date) {
  const rows = await tx.query<{ created: boolean }>(
    `WITH target AS (
       SELECT board.id FROM boards board JOIN saved_ads saved ON saved.scope = board.scope
       WHERE board.id = $1 AND saved.id = $2
     ), added AS (
       INSERT INTO board_ads (board_id, saved_ad_id, added_at) SELECT id, $2, $3 FROM target
       ON CONFLICT DO NOTHING
       RETURNING board_id
     )
     SELECT EXISTS (SELECT FROM added) AS created FROM target`,
    [boardId, savedAdId, addedAt],
  );
  return rows[0];
}

export async function unlinkFromBoard(tx: Postgres, boardId: number, hash: string) {
  const rows = await tx.query<{ id: number }>(
    `DELETE FROM board_ads link
     USING saved_ads saved
     WHERE link.board_id = $1 AND saved.id = link.saved_ad_id AND saved.ad_hash = $2
     RETURNING saved.id`,
    [boardId, hash],
  );
  return rows[0]?.id;
}

export async function adsOnBoards(tx: Postgres, boardIds: readonly number[]) {
  const rows = await tx.query<{ id: number }>(
    `SELECT DISTINCT saved_ad_id AS id FROM board_ads WHERE board_id = ANY ($1) ORDER BY id`,
    [boardIds],
  );
  return rows.map(({ id }) => id);
}

export async function deleteUnlinked(tx: Postgres, savedAdIds: readonly number[]) {
  await tx.query(
    `WITH deleted AS (
       DELETE FROM saved_ads saved
       WHERE saved.id = ANY ($1) AND NOT EXISTS (SELECT FROM board_ads link WHERE link.saved_ad_id = saved.id)
       RETURNING ${tombstoneColumns}
     )
     INSERT INTO forgotten_ads (${tombstoneColumns}) SELECT ${tombstoneColumns} FROM deleted`,
    [savedAdIds],
  );
}

export async function deleteCopy(tx: Postgres, scope: string, hash: string) {
  const rows = await tx.query(
    `WITH deleted AS (
       DELETE FROM saved_ads WHERE scope = $1 AND ad_hash = $2 RETURNING ${tombstoneColumns}
     )
     INSERT INTO forgotten_ads (${tombstoneColumns}) SELECT ${tombstoneColumns} FROM deleted RETURNING id`,
    [scope, hash],
  );
  return rows.length > 0;
}

/** Cursors are valid for a day. */
export function deleteCursorTombstones(db: Postgres) {
  return deleteBatch(db, 'forgotten_ads', `forgotten_at < now() - interval '1 day'`);
}

export function storedAds(db: Postgres, ids: readonly number[], scopes: readonly string[]) {
  return db.query<StoredAd>(
    `SELECT saved.id, snapshot.ad, snapshot.measured, saved.saved_at AS "savedAt", saved.note,
       saved.stage, ${labelsOf('saved.id')} AS labels,
       ARRAY(
         SELECT board_ad.board_id
         FROM saved_ads copy
         JOIN board_ads board_ad ON board_ad.saved_ad_id = copy.id
         WHERE copy.scope = ANY ($2) AND copy.ad_hash = saved.ad_hash
         ORDER BY board_ad.board_id
       ) AS "boardIds"
     FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
     JOIN saved_ads saved ON saved.id = wanted.id
     JOIN saved_ad_snapshots snapshot ON snapshot.saved_ad_id = saved.id
     ORDER BY wanted.place`,
    [ids, scopes],
  );
}

type SavedOnBoards = OutputOf<typeof contract.ads.findSaved>[number];

export function findSavedOnBoards(db: Postgres, scopes: readonly string[], hashes: readonly string[]) {
  return db.query<SavedOnBoards>(
    `SELECT saved.ad_hash AS hash,
       array_agg(board_ad.board_id ORDER BY board_ad.board_id) AS "boardIds",
       (array_agg(saved.note ORDER BY array_position($1, saved.scope)))[1] AS note
     FROM saved_ads saved
     JOIN board_ads board_ad ON board_ad.saved_ad_id = saved.id
     WHERE saved.scope = ANY ($1) AND saved.ad_hash = ANY ($2)
     GROUP BY saved.ad_hash`,
    [scopes, hashes],
  );
}
