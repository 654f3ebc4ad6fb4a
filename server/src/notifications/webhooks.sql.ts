import type { Postgres } from '../kernel/postgres/postgres.ts';

/** A registered address as the engine gives it. */
export interface WebhookRow {
  readonly id: number;
  readonly url: string;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly failingSince: Date | null;
  readonly lastDeliveredAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const webhookColumns = `id, url, enabled, disabled_reason AS "disabledReason", failing_since AS "failingSince",
  last_delivered_at AS "lastDeliveredAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Until the transaction ends, this person registers no address in another. */
export async function lockWebhooks(tx: Postgres, userId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))`, [userId]);
}

/** The oldest first. */
export function listWebhooks(db: Postgres, userId: string): Promise<WebhookRow[]> {
  return db.query<WebhookRow>(`SELECT ${webhookColumns} FROM webhooks WHERE user_id = $1 ORDER BY id`, [
    userId,
  ]);
}

export function insertWebhooks(
  tx: Postgres,
  userId: string,
  webhooks: readonly { readonly url: string; readonly secret: string }[],
): Promise<WebhookRow[]> {
  return tx.query<WebhookRow>(
    `INSERT INTO webhooks (user_id, url, secret)
     SELECT $1, url, secret FROM unnest($2::text[], $3::text[]) AS given (url, secret)
     RETURNING ${webhookColumns}`,
    [userId, webhooks.map(({ url }) => url), webhooks.map(({ secret }) => secret)],
  );
}
