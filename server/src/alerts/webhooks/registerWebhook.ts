import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { isNeverReached } from '../../integrations/safeFetch/connect.ts';
import { mistaken } from '../mistaken.ts';
import { newWebhookSecret } from './signing.ts';
import * as sql from './webhooks.sql.ts';
import type { WebhookRow } from './webhooks.sql.ts';

/** More places than anybody watches; each costs a call for each notification. */
const mostWebhooks = 50;

/** Refuses inner IP addresses and local host names. Where other names resolve to is checked on every delivery. */
export function refuseInside(path: string, url: string, allow: readonly string[]): void {
  if (!isNeverReached(url, allow)) return;
  throw mistaken(
    path,
    'must lead to the public internet, or to a host and port that MAGPIE_FETCH_ALLOW names',
  );
}

/**
 * Registers those of the addresses that the person has not registered yet, as a rule does that names them, and says
 * which. Their secrets are shown to nobody: `webhooks.rollSecret` gives one that is.
 */
export async function ensureWebhooks(
  tx: Postgres,
  userId: string,
  urls: readonly string[],
): Promise<WebhookRow[]> {
  if (urls.length === 0) return [];
  await sql.lockWebhooks(tx, userId);
  const known = new Set((await sql.listWebhooks(tx, userId)).map(({ url }) => url));
  const missing = new Set(urls.filter((url) => !known.has(url)));
  if (missing.size === 0) return [];
  refuseTooMany(known.size + missing.size);
  return sql.insertWebhooks(
    tx,
    userId,
    [...missing].map((url) => ({ url, secret: newWebhookSecret() })),
  );
}

/** Registers an address that the person has not registered yet, with its secret. */
export async function registerWebhook(
  tx: Postgres,
  userId: string,
  url: string,
): Promise<{ row: WebhookRow; secret: string }> {
  await sql.lockWebhooks(tx, userId);
  const rows = await sql.listWebhooks(tx, userId);
  const known = rows.find((row) => row.url === url);
  if (known !== undefined) {
    throw new MagpieError(
      'CONFLICT',
      `You have registered this address already, as webhook ${known.id}; webhooks.rollSecret gives it another secret.`,
    );
  }
  refuseTooMany(rows.length + 1);
  const secret = newWebhookSecret();
  const [row] = await sql.insertWebhooks(tx, userId, [{ url, secret }]);
  if (row === undefined) throw new Error('the new webhook was not returned');
  return { row, secret };
}

function refuseTooMany(count: number): void {
  if (count <= mostWebhooks) return;
  throw new MagpieError(
    'CONFLICT',
    `A person can register ${mostWebhooks} webhooks, and this would be number ${count}; delete one first.`,
  );
}
