import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { isForbiddenUrl } from '../../integrations/safeFetch/connect.ts';
import { invalidField } from '../invalidField.ts';
import { newWebhookSecret } from './signing.ts';
import * as sql from './webhooks.sql.ts';
import type { WebhookRow } from './webhooks.sql.ts';

/** Each webhook costs a request per notification. */
const maxWebhooks = 50;

/** Rejects private IP addresses and local host names. Resolved addresses are checked on every delivery. */
export function assertPublicUrl(path: string, url: string, allow: readonly string[]): void {
  if (!isForbiddenUrl(url, allow)) return;
  throw invalidField(path, 'must be a public address, or a host and port listed in MAGPIE_FETCH_ALLOW');
}

/**
 * Registers the URLs of a rule that the user has not registered yet and returns the new webhooks. Their secrets are not
 * shown; `webhooks.rollSecret` returns a new one.
 */
export async function ensureWebhooks(
  tx: Postgres,
  userId: string,
  urls: readonly string[],
): Promise<WebhookRow[]> {
  if (urls.length === 0) return [];
  await sql.lockWebhookRegistration(tx, userId);
  const known = new Set((await sql.listWebhooks(tx, userId)).map(({ url }) => url));
  const missing = new Set(urls.filter((url) => !known.has(url)));
  if (missing.size === 0) return [];
  assertWebhookQuota(known.size + missing.size);
  return sql.insertWebhooks(
    tx,
    userId,
    [...missing].map((url) => ({ url, secret: newWebhookSecret() })),
  );
}

/** Registers a new URL and returns its secret. */
export async function registerWebhook(
  tx: Postgres,
  userId: string,
  url: string,
): Promise<{ row: WebhookRow; secret: string }> {
  await sql.lockWebhookRegistration(tx, userId);
  const rows = await sql.listWebhooks(tx, userId);
  const known = rows.find((row) => row.url === url);
  if (known !== undefined) {
    throw new MagpieError(
      'CONFLICT',
      `This URL is already registered as webhook ${known.id}; to get a new secret, call webhooks.rollSecret.`,
    );
  }
  assertWebhookQuota(rows.length + 1);
  const secret = newWebhookSecret();
  const [row] = await sql.insertWebhooks(tx, userId, [{ url, secret }]);
  if (row === undefined) throw new Error('the new webhook was not returned');
  return { row, secret };
}

function assertWebhookQuota(count: number): void {
  if (count <= maxWebhooks) return;
  throw new MagpieError(
    'CONFLICT',
    `You can register at most ${maxWebhooks} webhooks, and this would make ${count}; delete one first.`,
  );
}
