import type { contract, Notification, ParsedInputOf } from '@magpie/contract';
import { deleteBatch } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { WithDates } from '../rpc/isoTimes.ts';

type NotificationRow = WithDates<Notification, 'createdAt' | 'readAt'>;

/** Excludes notifications that were only sent by mail or webhook. */
const inInbox = (unreadOnly: boolean): string =>
  `user_id = $1 AND in_inbox ${unreadOnly ? 'AND read_at IS NULL' : ''}`;

const columns = `id, rule_id AS "ruleId", type, company_name AS "companyName", title, body, ad_hashes AS "adHashes", data,
  created_at AS "createdAt", read_at AS "readAt"`;

/** The cursor is the id of the last notification of the previous page; 0 for the first page. */
export function listNotifications(
  db: Postgres,
  userId: string,
  { unreadOnly, limit, cursor }: ParsedInputOf<typeof contract.notifications.list>,
) {
  return db.query<NotificationRow>(
    `SELECT ${columns}
     FROM notifications
     WHERE ${inInbox(unreadOnly)} AND id < $2
     ORDER BY id DESC
     LIMIT $3`,
    [userId, cursor === 0 ? Number.MAX_SAFE_INTEGER : cursor, limit],
  );
}

export async function findNotification(db: Postgres, userId: string, id: number) {
  const [row] = await db.query<NotificationRow>(
    `SELECT ${columns} FROM notifications WHERE ${inInbox(false)} AND id = $2`,
    [userId, id],
  );
  return row;
}

export async function countNotifications(db: Postgres, userId: string, unreadOnly: boolean) {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) FROM notifications WHERE ${inInbox(unreadOnly)}`,
    [userId],
  );
  return row?.count ?? 0;
}

export function notificationOwners(
  db: Postgres,
  ids: readonly number[],
): Promise<{ id: number; userId: string }[]> {
  return db.query(
    `SELECT id, user_id AS "userId" FROM notifications WHERE id = ANY ($1) AND in_inbox ORDER BY id`,
    [ids],
  );
}

export async function markNotificationsRead(tx: Postgres, userId: string, ids: readonly number[] | null) {
  const rows = await tx.query(
    `UPDATE notifications SET read_at = now()
     WHERE ${inInbox(true)} AND ($2::bigint[] IS NULL OR id = ANY ($2))
     RETURNING id`,
    [userId, ids],
  );
  return rows.length;
}

/** A notification without a rule. */
export interface InboxMessage extends Pick<Notification, 'type' | 'title' | 'body' | 'data'> {
  readonly userId: string;
}

export async function notifyInbox(tx: Postgres, { userId, type, title, body, data }: InboxMessage) {
  await tx.query(
    `INSERT INTO notifications (user_id, type, title, body, ad_hashes, data, in_inbox)
     VALUES ($1, $2, $3, $4, '{}', $5, true)`,
    [userId, type, title, body, JSON.stringify(data)],
  );
  await notifyInboxChanged(tx, [userId]);
}

/** Notifies every node on commit that the inboxes of these users changed. */
export async function notifyInboxChanged(tx: Postgres, userIds: readonly string[]) {
  await tx.query(`SELECT pg_notify('magpie_inbox', user_id) FROM unnest($1::text[]) AS user_id`, [userIds]);
}

export async function deleteSomeNotifications(tx: Postgres, userId: string, most: number) {
  const rows = await tx.query(
    `DELETE FROM notifications
     WHERE id IN (SELECT id FROM notifications WHERE user_id = $1 LIMIT $2)
     RETURNING id`,
    [userId, most],
  );
  return rows.length;
}

/** Retention of notifications outside the inbox, of read ones, and of all. Each condition has its own index. */
const old = [
  `NOT in_inbox AND created_at < now() - interval '30 days'`,
  `read_at IS NOT NULL AND created_at < now() - interval '180 days'`,
  `created_at < now() - interval '400 days'`,
];
const maxPerPerson = 10_000;

export async function deleteOldNotifications(db: Postgres) {
  let count = await deleteExcess(db);
  for (const condition of old) count += await deleteBatch(db, 'notifications', condition);
  return count;
}

/** Checks only users with a notification in the last hour: nobody else can have exceeded the limit. */
async function deleteExcess(db: Postgres) {
  const rows = await db.query(
    `WITH person AS (
       SELECT DISTINCT user_id FROM notifications WHERE created_at > now() - interval '1 hour'
     ), crowded AS MATERIALIZED (
       SELECT user_id, (
         SELECT id FROM notifications WHERE user_id = person.user_id ORDER BY id DESC OFFSET $1 LIMIT 1
       ) AS newest_to_go
       FROM person
     )
     DELETE FROM notifications
     WHERE id = ANY (ARRAY(
       SELECT id FROM crowded JOIN notifications crowding
         ON crowding.user_id = crowded.user_id AND crowding.id <= crowded.newest_to_go
       LIMIT 10000))
     RETURNING id`,
    [maxPerPerson],
  );
  return rows.length;
}
