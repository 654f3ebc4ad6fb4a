import type { Postgres } from '../../db/postgres/postgres.ts';
import { inParts } from '../inParts.ts';

/** A message to one of a person's addresses. */
export interface QueuedMessage {
  readonly userId: string;
  readonly url: string;
  readonly notificationId: number | null;
  readonly type: string;
  readonly payload: object;
}

/**
 * Leaves messages to be sent when the transaction is committed. Those to an address that the person has not registered,
 * or no longer, are left out; to one that is disabled they wait until it is enabled.
 */
export async function queueDeliveries(tx: Postgres, messages: readonly QueuedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const users = messages.map(({ userId }) => userId);
  const urls = messages.map(({ url }) => url);
  await wakeAddresses(tx, users, urls);
  for (const part of inParts(written(messages), ({ payload }) => payload.length)) {
    await insertDeliveries(tx, part);
  }
  await announce(tx);
}

interface WrittenMessage extends Omit<QueuedMessage, 'payload'> {
  readonly payload: string;
}

function* written(messages: readonly QueuedMessage[]): Generator<WrittenMessage> {
  for (const message of messages) yield { ...message, payload: JSON.stringify(message.payload) };
}

async function insertDeliveries(tx: Postgres, messages: readonly WrittenMessage[]): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_deliveries (webhook_id, notification_id, type, payload, next_attempt_at)
     SELECT webhook.id, message.notification_id, message.type, message.payload,
       CASE WHEN webhook.enabled THEN now() END
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[]) WITH ORDINALITY
       AS message (user_id, url, notification_id, type, payload, number)
     JOIN webhooks webhook
       ON webhook.user_id = message.user_id AND md5(webhook.url) = md5(message.url) AND webhook.url = message.url
     ORDER BY message.number`,
    [
      messages.map(({ userId }) => userId),
      messages.map(({ url }) => url),
      messages.map(({ notificationId }) => notificationId),
      messages.map(({ type }) => type),
      messages.map(({ payload }) => payload),
    ],
  );
}

/**
 * Says that something is due now. The rows stay locked until the transaction ends, so that whoever is about to find
 * that nothing waits looks again; in the order of their ids, so that two who do this do not wait for each other.
 */
async function wakeAddresses(tx: Postgres, users: readonly string[], urls: readonly string[]): Promise<void> {
  await tx.query(
    `WITH woken AS (
       SELECT id FROM webhooks
       WHERE (user_id, md5(url)) IN (SELECT user_id, md5(url)
                                     FROM unnest($1::text[], $2::text[]) AS message (user_id, url))
       ORDER BY id FOR NO KEY UPDATE
     )
     UPDATE webhooks SET due_at = least(due_at, greatest(now(), paused_until))
     FROM woken WHERE webhooks.id = woken.id`,
    [users, urls],
  );
}

/** Has what is due sent as soon as this transaction is committed, rather than when the clock says so. */
export async function announce(tx: Postgres): Promise<void> {
  await tx.query(`SELECT pg_notify('magpie_deliveries', '')`);
}

/** How the last message to an address went; `slow` is also one that failed. */
export type Standing = 'quick' | 'untried' | 'slow';

/** An address that its holder sends to, and nobody else meanwhile. */
export interface Claim {
  readonly webhookId: number;
  readonly userId: string;
  readonly standing: Standing;
  /** Tells this claim from every other on the same address. */
  readonly claim: number;
}

export interface Claiming {
  readonly now: Date;
  readonly seconds: number;
  readonly standing: Standing;
  /** People who are served enough for now. */
  readonly exceptUsers: readonly string[];
}

/**
 * Takes the address of a standing for which something is due for the longest time. It is free again when its holder has
 * had ample time: then the holder was killed. What was just queued is due by the engine's clock.
 */
export async function claimAddress(
  db: Postgres,
  { now, seconds, standing, exceptUsers }: Claiming,
): Promise<Claim | undefined> {
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

/** A message that is due, with where it goes and what it is signed with at this moment. */
export interface DueDelivery {
  readonly id: number;
  readonly messageId: string;
  readonly payload: string;
  readonly tries: number;
  readonly firstTriedAt: Date | null;
  readonly url: string;
  readonly secret: string;
}

/** The oldest message that is due to a claimed address. */
export async function nextDelivery(
  db: Postgres,
  { webhookId, claim }: Claim,
  now: Date,
): Promise<DueDelivery | undefined> {
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

export interface HeldWebhook {
  readonly failures: number;
  readonly lastDeliveredAt: Date | null;
}

/** Until the transaction ends, nobody changes the address; undefined where it is gone or somebody else's by now. */
export async function holdClaim(tx: Postgres, { webhookId, claim }: Claim): Promise<HeldWebhook | undefined> {
  const [held] = await tx.query<HeldWebhook>(
    `SELECT failures, last_delivered_at AS "lastDeliveredAt" FROM webhooks
     WHERE id = $1 AND claim = $2 FOR NO KEY UPDATE`,
    [webhookId, claim],
  );
  return held;
}

export interface DeliveryAttempt {
  readonly at: Date;
  readonly httpStatus: number | null;
  /** Null: it succeeded. */
  readonly error: string | null;
  readonly milliseconds: number;
}

/** Nothing where the message was deleted meanwhile. */
export async function insertAttempt(
  tx: Postgres,
  deliveryId: number,
  attempt: DeliveryAttempt,
): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_attempts (delivery_id, at, http_status, error, milliseconds)
     SELECT id, $2, $3, $4, $5 FROM webhook_deliveries WHERE id = $1`,
    [deliveryId, attempt.at, attempt.httpStatus, attempt.error, attempt.milliseconds],
  );
}

/**
 * One statement, since most messages arrive. Even if the address is somebody else's by now: it arrived. The address is
 * changed first, as everywhere, so that two who do this do not wait for each other.
 */
export async function markDelivered(
  db: Postgres,
  { webhookId }: Claim,
  deliveryId: number,
  {
    at,
    httpStatus,
    milliseconds,
    standing,
  }: Omit<DeliveryAttempt, 'error'> & { readonly standing: Standing },
): Promise<void> {
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

export interface Failure {
  readonly at: Date;
  /** Null: it is not tried again. */
  readonly retryAt: Date | null;
  readonly pausedUntil: Date;
}

export async function markFailed(
  tx: Postgres,
  { webhookId }: Claim,
  deliveryId: number,
  { at, retryAt, pausedUntil }: Failure,
): Promise<void> {
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

/** Sends nothing more to an address, until it is enabled; what waits for it waits on. */
export async function disableWebhook(tx: Postgres, webhookId: number, reason: string): Promise<void> {
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
 * Gives a claimed address back, behind all that are due now. To be called after `holdClaim`: what is queued for the
 * address before that is seen here, and what is queued afterwards wakes it again.
 */
export async function releaseClaim(tx: Postgres, { webhookId }: Claim, now: Date): Promise<void> {
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

/** Messages that nobody looks up any more, with their attempts; how many. */
export async function deleteOldDeliveries(db: Postgres): Promise<number> {
  const rows = await db.query(
    `DELETE FROM webhook_deliveries
     WHERE id = ANY (ARRAY(
       SELECT id FROM webhook_deliveries WHERE created_at < now() - interval '30 days' AND next_attempt_at IS NULL
       LIMIT 10000 FOR UPDATE SKIP LOCKED))
     RETURNING id`,
  );
  return rows.length;
}
