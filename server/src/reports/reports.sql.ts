import type { Report } from '@magpie/contract';
import { deleteBatch } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { logoUri } from '../integrations/images/logo.sql.ts';

export interface SubscriptionRow {
  readonly id: number;
  readonly userId: string;
  readonly companyName: string | null;
  readonly boardId: number | null;
  readonly title: string;
  /** 1 is Monday. */
  readonly weekday: number;
  readonly byMail: boolean;
  readonly createdAt: Date;
  readonly mailedFor: Date | null;
  readonly mailedAt: Date | null;
}

const columns = `subscription.id, subscription.user_id AS "userId", subscription.company_name AS "companyName",
  subscription.board_id AS "boardId", coalesce(subscription.company_name, board.name) AS title,
  subscription.weekday, subscription.by_mail AS "byMail", subscription.created_at AS "createdAt",
  subscription.mailed_for AS "mailedFor", subscription.mailed_at AS "mailedAt"`;

/** Nobody reads the board of somebody else, or of a team that he left. */
function isReadableBy(userId: string): string {
  return `(board.scope = 'user:' || ${userId} OR EXISTS (
    SELECT FROM team_members member
    WHERE member.team_id = board.team_id AND member.user_id = ${userId} AND member.joined_at IS NOT NULL))`;
}

const readableSubscriptions = `report_subscriptions subscription
  LEFT JOIN boards board ON board.id = subscription.board_id
  WHERE (subscription.board_id IS NULL OR ${isReadableBy('subscription.user_id')})`;

export function listSubscriptions(db: Postgres, userId: string) {
  return db.query<SubscriptionRow>(
    `SELECT ${columns} FROM ${readableSubscriptions} AND subscription.user_id = $1 ORDER BY subscription.id`,
    [userId],
  );
}

export async function findSubscription(db: Postgres, userId: string, id: number) {
  const [row] = await db.query<SubscriptionRow>(
    `SELECT ${columns} FROM ${readableSubscriptions} AND subscription.user_id = $1 AND subscription.id = $2`,
    [userId, id],
  );
  return row;
}

interface NewSubscription {
  readonly userId: string;
  readonly advertiserId: number | null;
  readonly companyName: string | null;
  readonly boardId: number | null;
  readonly weekday: number;
  readonly byMail: boolean;
}

/** Undefined if the person has the report already, or the most reports. */
export async function insertSubscription(tx: Postgres, row: NewSubscription, most: number) {
  const [inserted] = await tx.query<{ id: number }>(
    `INSERT INTO report_subscriptions (user_id, advertiser_id, company_name, board_id, weekday, by_mail)
     SELECT $1, $2, $3, $4, $5, $6
     WHERE (SELECT count(*) FROM report_subscriptions WHERE user_id = $1) < $7
     ON CONFLICT DO NOTHING
     RETURNING id`,
    [row.userId, row.advertiserId, row.companyName, row.boardId, row.weekday, row.byMail, most],
  );
  return inserted?.id;
}

/** A change of the day must not send a report for a time before the change. */
export async function updateSubscription(
  tx: Postgres,
  { id, weekday, byMail }: { readonly id: number; readonly weekday: number; readonly byMail: boolean },
  doneUntil: Date,
) {
  await tx.query(
    `UPDATE report_subscriptions
     SET weekday = $2, by_mail = $3, mailed_for = greatest(mailed_for, $4)
     WHERE id = $1 AND (weekday, by_mail) <> ($2, $3)`,
    [id, weekday, byMail, doneUntil],
  );
}

export async function deleteSubscription(tx: Postgres, userId: string, id: number): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM report_subscriptions WHERE user_id = $1 AND id = $2 RETURNING id`,
    [userId, id],
  );
  return rows.length > 0;
}

export interface DueSubscription extends SubscriptionRow {
  readonly email: string;
}

/** `due` has the last due time of each weekday, Monday first. The next `most`, after an id. */
export function listDue(db: Postgres, due: readonly Date[], after: number, most: number) {
  return db.query<DueSubscription>(
    `SELECT ${columns}, person.email
     FROM (SELECT id, user_id FROM report_subscriptions
           WHERE by_mail AND id > $2
             AND greatest(created_at, mailed_for) < ($1::timestamptz[])[weekday]
           ORDER BY id LIMIT $3) waiting
     JOIN users person ON person.id = waiting.user_id
     JOIN report_subscriptions subscription ON subscription.id = waiting.id
     LEFT JOIN boards board ON board.id = subscription.board_id
     ORDER BY subscription.id`,
    [due, after, most],
  );
}

/** False if another node, or this one before a restart, has sent it. Holds the row until the transaction ends. */
export async function claimDue(tx: Postgres, id: number, dueAt: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE report_subscriptions SET mailed_for = $2
     WHERE id = $1 AND by_mail AND (mailed_for IS NULL OR mailed_for < $2)
     RETURNING id`,
    [id, dueAt],
  );
  return rows.length > 0;
}

export async function markMailed(tx: Postgres, id: number, now: Date): Promise<void> {
  await tx.query(`UPDATE report_subscriptions SET mailed_at = $2 WHERE id = $1`, [id, now]);
}

export interface ReportedBoard {
  readonly id: number;
  readonly name: string;
  readonly teamId: number | null;
  readonly authorId: string;
}

export async function findBoard(db: Postgres, id: number) {
  const [row] = await db.query<ReportedBoard>(
    `SELECT id, name, team_id AS "teamId", author_id AS "authorId" FROM boards WHERE id = $1`,
    [id],
  );
  return row;
}

export async function isBoardReadable(db: Postgres, boardId: number, userId: string): Promise<boolean> {
  const rows = await db.query(`SELECT FROM boards board WHERE board.id = $1 AND ${isReadableBy('$2')}`, [
    boardId,
    userId,
  ]);
  return rows.length > 0;
}

/** The team of a board, else the person. */
export async function findSharer(db: Postgres, userId: string, boardId: number | null) {
  const [row] = await db.query<{ name: string | null; logo: string | null }>(
    `SELECT CASE WHEN team.id IS NULL THEN person.name ELSE team.name END AS name,
       ${logoUri('CASE WHEN team.id IS NULL THEN person.logo ELSE team.logo END')} AS logo
     FROM users person
     LEFT JOIN boards board ON board.id = $2
     LEFT JOIN teams team ON team.id = board.team_id
     WHERE person.id = $1`,
    [userId, boardId],
  );
  return row ?? { name: null, logo: null };
}

export interface SavedRow {
  readonly ad: unknown;
  readonly day: string;
  /** Including ads that are not listed. */
  readonly total: number;
}

/** The ads that were saved to a board on these days, the last saved first. Never reads notes. */
export function listSaved(
  db: Postgres,
  boardId: number,
  { from, to }: { readonly from: string; readonly to: string },
  most: number,
) {
  return db.query<SavedRow>(
    `SELECT snapshot.ad, to_char(added.added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, added.total
     FROM (SELECT saved_ad_id, added_at, count(*) OVER () AS total
           FROM board_ads
           WHERE board_id = $1 AND added_at >= $2::date::timestamp AT TIME ZONE 'UTC'
             AND added_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
           ORDER BY added_at DESC, saved_ad_id DESC LIMIT $4) added
     JOIN saved_ad_snapshots snapshot USING (saved_ad_id)
     ORDER BY added.added_at DESC, added.saved_ad_id DESC`,
    [boardId, from, to, most],
  );
}

/** The brands with the most ads on a board. `total` counts those that are not listed, too. */
export function listBrandsOfBoard(db: Postgres, boardId: number, most: number) {
  return db.query<{ name: string; total: number }>(
    `SELECT min(snapshot.ad->'advertiser'->>'name') AS name, count(*) OVER () AS total
     FROM board_ads link
     JOIN saved_ads saved ON saved.id = link.saved_ad_id
     JOIN saved_ad_snapshots snapshot ON snapshot.saved_ad_id = saved.id
     WHERE link.board_id = $1
     GROUP BY saved.advertiser_id
     ORDER BY count(*) DESC, saved.advertiser_id
     LIMIT $2`,
    [boardId, most],
  );
}

interface NewShare {
  readonly userId: string;
  readonly report: Report;
  readonly hasPage: boolean;
  readonly expiresAt: Date;
}

export async function insertShare(tx: Postgres, { userId, report, hasPage, expiresAt }: NewShare) {
  const [row] = await tx.query<{ id: number; createdAt: Date }>(
    `INSERT INTO shared_reports (user_id, board_id, report, has_page, expires_at)
     VALUES ($1, $2, $3, $4, $5)
     RETURNING id, created_at AS "createdAt"`,
    [userId, report.boardId, JSON.stringify(report), hasPage, expiresAt],
  );
  if (row === undefined) throw new Error('the shared report was not returned');
  return row;
}

export interface ShareRow {
  readonly id: number;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const ofPerson = `(share.user_id = $1 OR EXISTS (
  SELECT FROM boards board WHERE board.id = share.board_id AND board.scope = ANY ($2)))`;

/** Those of the person, and those of boards in these scopes. */
export function listShares(db: Postgres, userId: string, scopes: readonly string[], now: Date) {
  return db.query<ShareRow>(
    `SELECT share.id, share.report->>'title' AS title, share.report->>'from' AS "from", share.report->>'to' AS "to",
       share.created_at AS "createdAt", share.expires_at AS "expiresAt"
     FROM shared_reports share
     WHERE share.has_page AND share.expires_at > $3 AND ${ofPerson}
     ORDER BY share.id DESC
     LIMIT 1000`,
    [userId, scopes, now],
  );
}

export async function countShares(db: Postgres, userId: string, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) FROM shared_reports WHERE user_id = $1 AND has_page AND expires_at > $2`,
    [userId, now],
  );
  return row?.count ?? 0;
}

export async function deleteShare(tx: Postgres, userId: string, scopes: readonly string[], id: number) {
  const rows = await tx.query(
    `DELETE FROM shared_reports share WHERE share.has_page AND share.id = $3 AND ${ofPerson} RETURNING id`,
    [userId, scopes, id],
  );
  return rows.length > 0;
}

/** Of a board only as long as the person who shared it can read it. */
export async function findShare(db: Postgres, id: number, now: Date) {
  const [row] = await db.query<{ userId: string; report: Report; hasPage: boolean; expiresAt: Date }>(
    `SELECT share.user_id AS "userId", share.report, share.has_page AS "hasPage", share.expires_at AS "expiresAt"
     FROM shared_reports share
     LEFT JOIN boards board ON board.id = share.board_id
     WHERE share.id = $1 AND share.expires_at > $2
       AND (share.board_id IS NULL OR ${isReadableBy('share.user_id')})`,
    [id, now],
  );
  return row;
}

export function deleteExpiredShares(db: Postgres): Promise<number> {
  return deleteBatch(db, 'shared_reports', `expires_at < now()`);
}
