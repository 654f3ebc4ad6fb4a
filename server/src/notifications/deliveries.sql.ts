import type { Postgres } from '../kernel/postgres/postgres.ts';

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
  await wakeWebhooks(tx, users, urls);
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
      users,
      urls,
      messages.map(({ notificationId }) => notificationId),
      messages.map(({ type }) => type),
      messages.map(({ payload }) => JSON.stringify(payload)),
    ],
  );
  await announce(tx);
}

/**
 * Says that something is due now. The rows stay locked until the transaction ends, so that whoever is about to find
 * that nothing waits looks again; in the order of their ids, so that two who do this do not wait for each other.
 */
async function wakeWebhooks(tx: Postgres, users: readonly string[], urls: readonly string[]): Promise<void> {
  await tx.query(
    `WITH woken AS (
       SELECT id FROM webhooks webhook
       WHERE EXISTS (SELECT FROM unnest($1::text[], $2::text[]) AS message (user_id, url)
                     WHERE webhook.user_id = message.user_id AND webhook.url = message.url)
       ORDER BY id FOR NO KEY UPDATE
     )
     UPDATE webhooks SET due_at = least(due_at, greatest(now(), paused_until))
     FROM woken WHERE webhooks.id = woken.id`,
    [users, urls],
  );
}

async function announce(tx: Postgres): Promise<void> {
  await tx.query(`SELECT pg_notify('magpie_deliveries', '')`);
}
