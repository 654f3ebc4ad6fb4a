import type { Webhook, WebhookDelivery } from '@magpie/contract';
import { toColumns } from '../../db/postgres/batches.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { WithDates } from '../../rpc/isoTimes.ts';
import { type DeliveryAttempt, notifyDeliveries } from './deliveries.sql.ts';

export type StoredWebhook = WithDates<
  Webhook,
  'failingSince' | 'lastDeliveredAt' | 'createdAt' | 'updatedAt'
>;

const webhookColumns = `id, url, enabled, disabled_reason AS "disabledReason", failing_since AS "failingSince",
  last_delivered_at AS "lastDeliveredAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Serializes registration per user until the transaction ends, so that the quota holds. */
export async function lockWebhookRegistration(tx: Postgres, userId: string) {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))`, [userId]);
}

export function listWebhooks(db: Postgres, userId: string) {
  return db.query<StoredWebhook>(`SELECT ${webhookColumns} FROM webhooks WHERE user_id = $1 ORDER BY id`, [
    userId,
  ]);
}

export function insertWebhooks(
  tx: Postgres,
  userId: string,
  webhooks: readonly { readonly url: string; readonly secret: string }[],
) {
  return tx.query<StoredWebhook>(
    `INSERT INTO webhooks (user_id, url, secret)
     SELECT $1, url, secret FROM unnest($2::text[], $3::text[]) AS given (url, secret)
     RETURNING ${webhookColumns}`,
    [userId, ...toColumns(webhooks, 'url', 'secret')],
  );
}

export interface OwnedWebhook extends StoredWebhook {
  readonly userId: string;
}

export async function findWebhook(db: Postgres, id: number, lock: '' | 'FOR UPDATE' = '') {
  const [row] = await db.query<OwnedWebhook>(
    `SELECT ${webhookColumns}, user_id AS "userId" FROM webhooks WHERE id = $1 ${lock}`,
    [id],
  );
  return row;
}

/** Locks the webhook until the transaction ends, so that nobody else changes it or queues messages for it. */
export function lockWebhook(tx: Postgres, id: number): Promise<OwnedWebhook | undefined> {
  return findWebhook(tx, id, 'FOR UPDATE');
}

export async function deleteWebhook(tx: Postgres, id: number) {
  await tx.query(`DELETE FROM webhooks WHERE id = $1`, [id]);
}

export async function deleteUserWebhooks(tx: Postgres, userId: string) {
  await tx.query(`DELETE FROM webhooks WHERE user_id = $1`, [userId]);
}

export async function setSecret(tx: Postgres, id: number, secret: string) {
  await tx.query(`UPDATE webhooks SET secret = $2, updated_at = now() WHERE id = $1`, [id, secret]);
}

export async function enableWebhook(tx: Postgres, id: number) {
  await tx.query(
    `UPDATE webhooks
     SET enabled = true, disabled_reason = NULL, failing_since = NULL, failures = 0, paused_until = NULL,
         due_at = now(), updated_at = now()
     WHERE id = $1`,
    [id],
  );
  await tx.query(
    `UPDATE webhook_deliveries SET next_attempt_at = now(), tries = 0, first_tried_at = NULL
     WHERE webhook_id = $1 AND status = 'waiting'`,
    [id],
  );
  await notifyDeliveries(tx);
}

export type DeliveryRow = WithDates<
  Omit<WebhookDelivery, 'attempts'>,
  'nextAttemptAt' | 'deliveredAt' | 'createdAt'
>;

const deliveryColumns = `id, webhook_id AS "webhookId", message_id AS "messageId", notification_id AS "notificationId",
  type, status, next_attempt_at AS "nextAttemptAt", delivered_at AS "deliveredAt", created_at AS "createdAt"`;

/** Newest first; the cursor is the id of the last delivery of the previous page, or 0. */
export function listDeliveries(
  db: Postgres,
  webhookId: number,
  { cursor, limit }: { readonly cursor: number; readonly limit: number },
) {
  return db.query<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM webhook_deliveries
     WHERE webhook_id = $1 AND ($2::bigint = 0 OR id < $2) ORDER BY id DESC LIMIT $3`,
    [webhookId, cursor, limit],
  );
}

export async function countDeliveries(db: Postgres, webhookId: number, waitingOnly = false) {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) FROM webhook_deliveries
     WHERE webhook_id = $1 ${waitingOnly ? `AND status = 'waiting'` : ''}`,
    [webhookId],
  );
  return row?.count ?? 0;
}

export async function findDelivery(db: Postgres, id: number) {
  const [row] = await db.query<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE id = $1`,
    [id],
  );
  return row;
}

export interface AttemptRow extends DeliveryAttempt {
  readonly deliveryId: number;
}

/** The last hundred attempts of each message, oldest first. */
export function listAttempts(db: Postgres, deliveryIds: readonly number[]) {
  return db.query<AttemptRow>(
    `SELECT given.id AS "deliveryId", at, http_status AS "httpStatus", error, milliseconds
     FROM unnest($1::bigint[]) AS given (id),
       LATERAL (SELECT * FROM webhook_attempts WHERE delivery_id = given.id ORDER BY id DESC LIMIT 100) attempt
     ORDER BY attempt.id`,
    [deliveryIds],
  );
}

/** Restarts the attempts of a message immediately, even if its webhook is paused. */
export async function requeueDelivery(
  tx: Postgres,
  { id, webhookId }: Pick<DeliveryRow, 'id' | 'webhookId'>,
) {
  await tx.query(
    `UPDATE webhook_deliveries
     SET status = 'waiting', tries = 0, first_tried_at = NULL, next_attempt_at = now(), delivered_at = NULL
     WHERE id = $1`,
    [id],
  );
  await tx.query(`UPDATE webhooks SET due_at = now(), paused_until = NULL WHERE id = $1`, [webhookId]);
  await notifyDeliveries(tx);
}
