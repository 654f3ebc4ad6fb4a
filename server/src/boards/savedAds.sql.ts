import type { Postgres } from '../db/postgres/postgres.ts';
import type { SavedSnapshot } from './presentSaved.ts';
import type { SavedAdColumns } from './savedAdColumns.ts';

/** The columns needed to save an ad again. */
export interface SavedAdRow {
  readonly id: number;
  readonly savedAt: Date;
  readonly incomplete: boolean;
}

export async function findSavedAd(
  db: Postgres,
  scope: string,
  hash: string,
): Promise<SavedAdRow | undefined> {
  const rows = await db.query<SavedAdRow>(
    `SELECT id, saved_at AS "savedAt", incomplete FROM saved_ads WHERE scope = $1 AND ad_hash = $2`,
    [scope, hash],
  );
  return rows[0];
}

export interface SavedCopy {
  readonly id: number;
  readonly scope: string;
  readonly savedAt: Date;
  readonly note: string | null;
  readonly incomplete: boolean;
}

/** The copies of an ad in these scopes, in scope order. */
export function findCopies(db: Postgres, scopes: readonly string[], hash: string): Promise<SavedCopy[]> {
  return db.query<SavedCopy>(
    `SELECT id, scope, saved_at AS "savedAt", note, incomplete
     FROM saved_ads
     WHERE scope = ANY ($1) AND ad_hash = $2
     ORDER BY array_position($1, scope)`,
    [scopes, hash],
  );
}

export async function readSnapshot(db: Postgres, savedAdId: number): Promise<SavedSnapshot | undefined> {
  const rows = await db.query<{ ad: SavedSnapshot }>(
    `SELECT ad FROM saved_ad_snapshots WHERE saved_ad_id = $1`,
    [savedAdId],
  );
  return rows[0]?.ad;
}

/** The columns derived from the snapshot. */
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
  'views_key',
  'likes_key',
  'comments_key',
] as const satisfies readonly (keyof SavedAdColumns)[];

export const filterColumns = filterColumnNames.join(', ');

export const sortKeys = ['recommended', 'date_key', 'views_key', 'likes_key', 'comments_key'] as const;

/** Stored for a day when an ad leaves its scope or sort position, so that cursors stay valid. */
export const tombstoneColumns = ['id', 'scope', 'ad_hash', ...sortKeys].join(', ');

/** SQL placeholders for the values, starting with this number. */
const valuesFrom = (first: number): string =>
  filterColumnNames.map((_, index) => `$${first + index}`).join(', ');

const valuesOf = (columns: SavedAdColumns): unknown[] => filterColumnNames.map((name) => columns[name]);

/** CTE that marks added ads as outdated, because recordings during the insert may have changed them. */
export const markAdded = `marked AS (INSERT INTO outdated_saved_ads (ad_hash) SELECT ad_hash FROM added)`;

/** A team, or else a person. */
export interface Owner {
  readonly userId: string | null;
  readonly teamId: number | null;
}

export interface NewSavedAd {
  readonly ad: SavedSnapshot;
  readonly columns: SavedAdColumns;
  readonly savedAt: Date;
  readonly note: string | null;
  readonly incomplete: boolean;
}

export async function insertSavedAd(tx: Postgres, owner: Owner, saved: NewSavedAd): Promise<number> {
  const { ad, columns, savedAt, note, incomplete } = saved;
  const [row] = await tx.query<{ id: number }>(
    `WITH added AS (
       INSERT INTO saved_ads (user_id, team_id, ad_hash, saved_at, note, incomplete, ${filterColumns})
       VALUES ($1, $2, $3, $4, $5, $6, ${valuesFrom(8)})
       RETURNING id, ad_hash
     ), ${markAdded}
     INSERT INTO saved_ad_snapshots (saved_ad_id, ad)
     SELECT id, $7::jsonb FROM added
     RETURNING saved_ad_id AS id`,
    [
      owner.userId,
      owner.teamId,
      ad.hash,
      savedAt,
      note,
      incomplete,
      JSON.stringify(ad),
      ...valuesOf(columns),
    ],
  );
  if (row === undefined) throw new Error('the saved ad was not returned');
  return row.id;
}

/** Replaces a placeholder with a complete ad. */
export async function completeSavedAd(
  tx: Postgres,
  id: number,
  ad: SavedSnapshot,
  columns: SavedAdColumns,
): Promise<void> {
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
    [id, JSON.stringify(ad), ...valuesOf(columns)],
  );
}

/** The caller has locked the scope, so that the ad is not moved concurrently without its note. */
export async function writeNote(tx: Postgres, savedAdId: number, note: string | null): Promise<void> {
  await tx.query(`UPDATE saved_ads SET note = $2 WHERE id = $1`, [savedAdId, note]);
}

/**
 * Links a saved ad to a board of its scope; `created` is false if it was linked before. Undefined if the board is not in
 * that scope.
 */
export async function linkToBoard(
  tx: Postgres,
  boardId: number,
  savedAdId: number,
  addedAt: Date,
): Promise<{ created: boolean } | undefined> {
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

/** Removes an ad from a board; returns the id of the saved ad, or undefined if it was not there. */
export async function unlinkFromBoard(
  tx: Postgres,
  boardId: number,
  hash: string,
): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    `DELETE FROM board_ads link
     USING saved_ads saved
     WHERE link.board_id = $1 AND saved.id = link.saved_ad_id AND saved.ad_hash = $2
     RETURNING saved.id`,
    [boardId, hash],
  );
  return rows[0]?.id;
}

export async function adsOnBoards(tx: Postgres, boardIds: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT DISTINCT saved_ad_id AS id FROM board_ads WHERE board_id = ANY ($1) ORDER BY id`,
    [boardIds],
  );
  return rows.map(({ id }) => id);
}

/** Deletes those of these saved ads that are on no board. */
export async function deleteUnlinked(tx: Postgres, savedAdIds: readonly number[]): Promise<void> {
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

/** Deletes the copy of an ad in a scope from all boards; false if none exists. */
export async function deleteCopy(tx: Postgres, scope: string, hash: string): Promise<boolean> {
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
export async function deleteCursorTombstones(db: Postgres): Promise<number> {
  const rows = await db.query(
    `DELETE FROM forgotten_ads
     WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM forgotten_ads WHERE forgotten_at < now() - interval '1 day'
       LIMIT 10000 FOR UPDATE SKIP LOCKED))
     RETURNING id`,
  );
  return rows.length;
}

/** A saved ad on boards that move to another scope. */
export interface MovingAd {
  readonly id: number;
  readonly hash: string;
  /** Whether it is also on boards that do not move. */
  readonly isOnOtherBoards: boolean;
}

export function movingAds(tx: Postgres, boardIds: readonly number[]): Promise<MovingAd[]> {
  return tx.query<MovingAd>(
    `WITH moving AS (
       SELECT DISTINCT saved_ad_id AS id FROM board_ads WHERE board_id = ANY ($1)
     ), on_other_boards AS (
       SELECT DISTINCT id FROM moving JOIN board_ads link ON link.saved_ad_id = id AND link.board_id <> ALL ($1)
     )
     SELECT id, ad_hash AS hash, on_other_boards.id IS NOT NULL AS "isOnOtherBoards"
     FROM moving JOIN saved_ads USING (id) LEFT JOIN on_other_boards USING (id)
     ORDER BY id`,
    [boardIds],
  );
}

/** Ids of the copies of these ads in a scope, by hash. */
export async function existingCopies(
  tx: Postgres,
  scope: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ id: number; hash: string }>(
    `SELECT id, ad_hash AS hash FROM saved_ads WHERE scope = $1 AND ad_hash = ANY ($2)`,
    [scope, hashes],
  );
  return new Map(rows.map(({ id, hash }) => [hash, id]));
}

/** Moves saved ads to an owner without copies of them. Tombstones keep cursors of the old scope valid. */
export async function transferAds(
  tx: Postgres,
  savedAdIds: readonly number[],
  { userId, teamId }: Owner,
): Promise<void> {
  await tx.query(
    `WITH left_behind AS (
       INSERT INTO forgotten_ads (${tombstoneColumns}) SELECT ${tombstoneColumns} FROM saved_ads WHERE id = ANY ($1)
     )
     UPDATE saved_ads SET user_id = $2, team_id = $3 WHERE id = ANY ($1)`,
    [savedAdIds, userId, teamId],
  );
}

/** A saved ad and its copy in another scope. */
export interface CopyPair {
  readonly copy: number;
  readonly original: number;
}

const unnested = `unnest($1::bigint[], $2::bigint[]) AS pair (copy, original)`;

const columnsOf = (pairs: readonly CopyPair[]): [number[], number[]] => [
  pairs.map(({ copy }) => copy),
  pairs.map(({ original }) => original),
];

/** Copies saved ads to an owner without copies of them. */
export function copyToOwner(
  tx: Postgres,
  savedAdIds: readonly number[],
  { userId, teamId }: Owner,
): Promise<CopyPair[]> {
  return tx.query<CopyPair>(
    `WITH originals AS (
       SELECT * FROM saved_ads WHERE id = ANY ($1)
     ), added AS (
       INSERT INTO saved_ads (user_id, team_id, ad_hash, saved_at, note, incomplete, ${filterColumns})
       SELECT $2, $3, ad_hash, saved_at, note, incomplete, ${filterColumns} FROM originals
       RETURNING id, ad_hash
     ), ${markAdded}, paired AS (
       SELECT added.id AS copy, originals.id AS original FROM added JOIN originals USING (ad_hash)
     ), snapshots AS (
       INSERT INTO saved_ad_snapshots (saved_ad_id, ad, measured)
       SELECT copy, snapshot.ad, snapshot.measured FROM paired JOIN saved_ad_snapshots snapshot ON snapshot.saved_ad_id = original
     )
     SELECT copy, original FROM paired`,
    [savedAdIds, userId, teamId],
  );
}

/** Copies the notes of the originals to copies without a note. */
export async function fillNotes(tx: Postgres, pairs: readonly CopyPair[]): Promise<void> {
  await tx.query(
    `UPDATE saved_ads there
     SET note = original.note
     FROM ${unnested} JOIN saved_ads original ON original.id = pair.original
     WHERE there.id = pair.copy AND there.note IS NULL AND original.note IS NOT NULL`,
    columnsOf(pairs),
  );
}

/** Replaces the originals on these boards by the copies. */
export async function linkCopies(
  tx: Postgres,
  pairs: readonly CopyPair[],
  boardIds: readonly number[],
): Promise<void> {
  await tx.query(
    `UPDATE board_ads link
     SET saved_ad_id = pair.copy
     FROM ${unnested}
     WHERE link.saved_ad_id = pair.original AND link.board_id = ANY ($3)`,
    [...columnsOf(pairs), boardIds],
  );
}
