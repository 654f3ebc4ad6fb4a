import type { WebhookDelivery } from '@magpie/contract';
import { deleteBatch, splitBySize, toColumns } from '../../db/postgres/batches.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { WithDates } from '../../rpc/isoTimes.ts';

export interface QueuedMessage {
  readonly userId: string;
  readonly url: string;
  readonly notificationId: number | null;
  readonly type: string;
  readonly payload: object;
}

/** Drops messages to URLs that the user has not registered; those to a disabled webhook wait until it is enabled. */
export async function queueDeliveries(tx: Postgres, messages: readonly QueuedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await markWebhooksDue(tx, messages);
  for (const part of splitBySize(serialized(messages), ({ payload }) => payload.length)) {
    await insertDeliveries(tx, part);
  }
  await notifyDeliveries(tx);
}

type SerializedMessage = Omit<QueuedMessage, 'payload'> & { readonly payload: string };

function* serialized(messages: readonly QueuedMessage[]): Generator<SerializedMessage> {
  for (const message of messages) yield { ...message, payload: JSON.stringify(message.payload) };
}

async function insertDeliveries(tx: Postgres, messages: readonly SerializedMessage[]) {
  await tx.query(
    `INSERT INTO webhook_deliveries (webhook_id, notification_id, type, payload, next_attempt_at)
     SELECT webhook.id, message.notification_id, message.type, message.payload,
       CASE WHEN webhook.enabled THEN now() END
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[]) WITH ORDINALITY
       AS message (user_id, url, notification_id, type, payload, number)
     JOIN webhooks webhook
       ON webhook.user_id = message.user_id AND md5(webhook.url) = md5(message.url) AND webhook.url = message.url
     ORDER BY message.number`,
    toColumns(messages, 'userId', 'url', 'notificationId', 'type', 'payload'),
  );
}

/**
 * Marks webhooks as due. The rows stay locked until the transaction ends, so that a concurrent release of a claim sees
 * the new messages. Locks are taken in the order of ids to prevent deadlocks.
 */
async function markWebhooksDue(tx: Postgres, messages: readonly QueuedMessage[]) {
  await tx.query(
    `WITH woken AS (
       SELECT id FROM webhooks
       WHERE (user_id, md5(url)) IN (SELECT user_id, md5(url)
                                     FROM unnest($1::text[], $2::text[]) AS message (user_id, url))
       ORDER BY id FOR NO KEY UPDATE
     )
     UPDATE webhooks SET due_at = least(due_at, greatest(now(), paused_until))
     FROM woken WHERE webhooks.id = woken.id`,
    toColumns(messages, 'userId', 'url'),
  );
}

/** Starts sending on commit instead of at the next scheduled run. */
export async function notifyDeliveries(tx: Postgres) {
  await tx.query(`SELECT pg_notify('magpie_deliveries', '')`);
}

/** The result of the last message to a webhook; a failed one counts as `slow`. */
export type Standing = 'quick' | 'untried' | 'slow';

export interface Claim {
  readonly webhookId: number;
  readonly userId: string;
  readonly standing: Standing;
  /** Distinguishes successive claims of the same webhook. */
  readonly claim: number;
}

export interface ClaimParams {
  readonly now: Date;
  readonly seconds: number;
  readonly standing: Standing;
  readonly exceptUsers: readonly string[];
}

/** Takes the one that has been due longest. Newly queued messages are due by the clock of PostgreSQL. */
export async function claimWebhook(db: Postgres, { now, seconds, standing, exceptUsers }: ClaimParams) {
  const [claim] = await db.query<Claim>(
    `WITH due AS (
       SELECT id FROM webhooks
       WHERE enabled AND standing = $1 AND due_at <= greatest($2, now())
         AND (claimed_until IS NULL OR claimed_until <= $2) AND user_id <> ALL ($3)
       ORDER BY due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
     )
     UPDATE webhooks SET claim = claim + 1, claimed_until = $2::timestamptz + $4 * interval '1 second'
     FROM due WHERE webhooks.id = due.id
     RETURNING webhooks.id AS "webhookId", user_id AS "userId", standing, claim`,
    [standing, now, exceptUsers, seconds],
  );
  return claim;
}

export interface DueDelivery {
  readonly id: number;
  readonly messageId: string;
  readonly payload: string;
  readonly tries: number;
  readonly firstTriedAt: Date | null;
  readonly url: string;
  readonly secret: string;
}

export async function nextDelivery(db: Postgres, { webhookId, claim }: Claim, now: Date) {
  const [delivery] = await db.query<DueDelivery>(
    `SELECT delivery.id, message_id AS "messageId", payload, tries, first_tried_at AS "firstTriedAt", url, secret
     FROM webhooks webhook JOIN webhook_deliveries delivery ON delivery.webhook_id = webhook.id
     WHERE webhook.id = $1 AND claim = $2 AND enabled
       AND status = 'waiting' AND next_attempt_at <= greatest($3, now())
     ORDER BY delivery.id LIMIT 1`,
    [webhookId, claim, now],
  );
  return delivery;
}

export interface LockedWebhook {
  readonly failures: number;
  readonly lastDeliveredAt: Date | null;
}

/** Locks the webhook until the transaction ends; undefined if it was deleted or claimed by another process. */
export async function lockClaim(tx: Postgres, { webhookId, claim }: Claim) {
  const [locked] = await tx.query<LockedWebhook>(
    `SELECT failures, last_delivered_at AS "lastDeliveredAt" FROM webhooks
     WHERE id = $1 AND claim = $2 FOR NO KEY UPDATE`,
    [webhookId, claim],
  );
  return locked;
}

export type DeliveryAttempt = WithDates<WebhookDelivery['attempts'][number], 'at'>;

/** Does nothing if the message was deleted concurrently. */
export async function insertAttempt(tx: Postgres, deliveryId: number, attempt: DeliveryAttempt) {
  await tx.query(
    `INSERT INTO webhook_attempts (delivery_id, at, http_status, error, milliseconds)
     SELECT id, $2, $3, $4, $5 FROM webhook_deliveries WHERE id = $1`,
    [deliveryId, attempt.at, attempt.httpStatus, attempt.error, attempt.milliseconds],
  );
}

/** Applies even if the claim has expired. Updates the webhook first, as everywhere, to prevent deadlocks. */
export async function markDelivered(
  db: Postgres,
  { webhookId }: Claim,
  deliveryId: number,
  attempt: Omit<DeliveryAttempt, 'error'> & { readonly standing: Standing },
) {
  const { at, httpStatus, milliseconds, standing } = attempt;
  await db.query(
    `WITH webhook AS (
       UPDATE webhooks
       SET failing_since = NULL, failures = 0, paused_until = NULL, last_delivered_at = $3, standing = $6
       WHERE id = $1
       RETURNING id
     ), delivered AS (
       UPDATE webhook_deliveries delivery
       SET status = 'delivered', delivered_at = $3, next_attempt_at = NULL, tries = tries + 1,
           first_tried_at = coalesce(first_tried_at, $3)
       FROM webhook WHERE delivery.webhook_id = webhook.id AND delivery.id = $2
       RETURNING delivery.id
     )
     INSERT INTO webhook_attempts (delivery_id, at, http_status, milliseconds)
     SELECT id, $3, $4, $5 FROM delivered`,
    [webhookId, deliveryId, at, httpStatus, milliseconds, standing],
  );
}

export interface DeliveryFailure {
  readonly at: Date;
  readonly retryAt: Date | null;
  readonly pausedUntil: Date;
}

export async function markDeliveryFailed(
  tx: Postgres,
  { webhookId }: Claim,
  deliveryId: number,
  { at, retryAt, pausedUntil }: DeliveryFailure,
) {
  await tx.query(
    `UPDATE webhook_deliveries
     SET status = CASE WHEN $3::timestamptz IS NULL THEN 'failed' ELSE 'waiting' END, next_attempt_at = $3,
         tries = tries + 1, first_tried_at = coalesce(first_tried_at, $2)
     WHERE id = $1 AND status = 'waiting'`,
    [deliveryId, at, retryAt],
  );
  await tx.query(
    `UPDATE webhooks
     SET failing_since = coalesce(failing_since, $2), failures = failures + 1, paused_until = $3, standing = 'slow'
     WHERE id = $1`,
    [webhookId, at, pausedUntil],
  );
}

/** Stops deliveries until the webhook is enabled; pending messages stay queued. */
export async function disableWebhook(tx: Postgres, webhookId: number, reason: string) {
  await tx.query(
    `UPDATE webhooks SET enabled = false, disabled_reason = $2, due_at = NULL, updated_at = now() WHERE id = $1`,
    [webhookId, reason],
  );
  await tx.query(
    `UPDATE webhook_deliveries SET next_attempt_at = NULL WHERE webhook_id = $1 AND status = 'waiting'`,
    [webhookId],
  );
}

/**
 * Releases a claimed webhook, behind all that are due now. Call it after `lockClaim`: messages queued before the lock are
 * seen here, and messages queued later mark the webhook as due again.
 */
export async function releaseDeliveryClaim(tx: Postgres, { webhookId }: Claim, now: Date) {
  await tx.query(
    `UPDATE webhooks
     SET claimed_until = NULL,
         due_at = (SELECT greatest($2, min(next_attempt_at), paused_until) FROM webhook_deliveries
                   WHERE webhook_id = $1 AND status = 'waiting' AND next_attempt_at IS NOT NULL
                   HAVING count(*) > 0)
     WHERE id = $1`,
    [webhookId, now],
  );
}

export function deleteOldDeliveries(db: Postgres) {
  return deleteBatch(
    db,
    'webhook_deliveries',
    `created_at < now() - interval '30 days' AND next_attempt_at IS NULL`,
  );
}
