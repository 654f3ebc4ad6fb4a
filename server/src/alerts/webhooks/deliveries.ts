import { sanitizeForMessage } from '@magpie/contract/errors';
import type { Logger } from '../../config/log.ts';
import { type InProgress, runClaimLoop } from '../../db/postgres/claimLoop.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { FetchError } from '../../integrations/safeFetch/target.ts';
import type { SafePost } from '../../integrations/safeFetch/safePost.ts';
import { notifyInbox } from '../inbox.sql.ts';
import { toRequestBody } from './chat.ts';
import * as sql from './deliveries.sql.ts';
import { pausedUntil, parseRetryAfter, retryAt } from './retries.ts';
import { signedHeaders } from './signing.ts';

export interface DeliveryParts {
  readonly db: Postgres;
  readonly post: SafePost;
  readonly version: string;
  readonly site: () => string;
  readonly now: () => Date;
  readonly log: Logger;
}

/**
 * Webhooks called concurrently. A call that hangs moves from the fast to the slow slots after a second; the next call to
 * that webhook starts in the slow slots.
 */
const concurrency = { fast: 32, slow: 200 };
/** Per user, so that nobody occupies all slots. Webhooks never called count as slow. */
const concurrencyPerUser = { fast: 8, slow: 5 };
const slowMilliseconds = 1000;
const responseTimeoutMilliseconds = 10_000;
const maxResponseBytes = 64 * 1024;
/** Messages to one webhook before others are served; a turn also ends after a second. */
const messagesPerTurn = 20;
/** Far longer than a turn plus one response: an expired claim means that its process died. */
const claimSeconds = 60;
const jobMilliseconds = 8 * 60_000;

export async function deliverDue(parts: DeliveryParts, stopping: AbortSignal): Promise<void> {
  await runClaimLoop<sql.Claim>(
    {
      maxConcurrent: concurrency.fast + concurrency.slow,
      maxMilliseconds: jobMilliseconds,
      claim: (turns) => claimNext(parts, turns),
      process: (claim, startedAt) => sendToWebhook(parts, claim, startedAt, stopping),
    },
    stopping,
  );
}

async function claimNext({ db, now }: DeliveryParts, turns: readonly Turn[]): Promise<sql.Claim | undefined> {
  const fastTurns = turns.filter((turn) => !isSlow(turn));
  const slowTurns = turns.filter((turn) => isSlow(turn) || turn.item.standing === 'untried');
  const hasFastSlot = fastTurns.length < concurrency.fast;
  const hasSlowSlot = slowTurns.length < concurrency.slow;
  const usersAtSlowLimit = usersAtLimit(concurrencyPerUser.slow, slowTurns);
  const queues = [
    { standing: 'quick', isOpen: hasFastSlot, exceptUsers: usersAtLimit(concurrencyPerUser.fast, fastTurns) },
    { standing: 'untried', isOpen: hasFastSlot && hasSlowSlot, exceptUsers: usersAtSlowLimit },
    { standing: 'slow', isOpen: hasSlowSlot, exceptUsers: usersAtSlowLimit },
  ] as const;
  for (const { standing, exceptUsers } of queues.filter(({ isOpen }) => isOpen)) {
    const claim = await sql.claimWebhook(db, { now: now(), seconds: claimSeconds, standing, exceptUsers });
    if (claim !== undefined) return claim;
  }
  return undefined;
}

type Turn = InProgress<sql.Claim>;

const isTurnOver = (startedAt: number): boolean => performance.now() - startedAt > slowMilliseconds;

const isSlow = ({ item, startedAt }: Turn): boolean => item.standing === 'slow' || isTurnOver(startedAt);

function usersAtLimit(count: number, turns: readonly Turn[]): string[] {
  const counts = new Map<string, number>();
  for (const { item } of turns) counts.set(item.userId, (counts.get(item.userId) ?? 0) + 1);
  return [...counts].flatMap(([userId, turnsOfUser]) => (turnsOfUser >= count ? userId : []));
}

async function sendToWebhook(
  parts: DeliveryParts,
  claim: sql.Claim,
  startedAt: number,
  stopping: AbortSignal,
): Promise<void> {
  const { db, now } = parts;
  for (let sent = 0; sent < messagesPerTurn && !isTurnOver(startedAt) && !stopping.aborted; sent++) {
    const delivery = await sql.nextDelivery(db, claim, now());
    if (delivery === undefined || !(await deliver(parts, claim, delivery, stopping))) break;
  }
  await db.transaction(async (tx) => {
    if ((await sql.lockClaim(tx, claim)) !== undefined) await sql.releaseDeliveryClaim(tx, claim, now());
  });
}

/** Returns whether the message arrived. An attempt aborted by shutdown does not count and is repeated. */
async function deliver(
  parts: DeliveryParts,
  claim: sql.Claim,
  delivery: sql.DueDelivery,
  stopping: AbortSignal,
): Promise<boolean> {
  const outcome = await attempt(parts, delivery, stopping);
  if (outcome === null) return false;
  const { httpStatus, error, milliseconds } = outcome;
  parts.log.debug(
    { webhookId: claim.webhookId, deliveryId: delivery.id, httpStatus, milliseconds },
    error ?? 'delivered',
  );
  if (error === null) {
    const standing = milliseconds > slowMilliseconds ? 'slow' : 'quick';
    await sql.markDelivered(parts.db, claim, delivery.id, { ...outcome, standing });
    return true;
  }
  await parts.db.transaction(async (tx) => {
    const locked = await sql.lockClaim(tx, claim);
    await sql.insertAttempt(tx, delivery.id, outcome);
    // If another process has claimed the webhook, it decides about retries.
    if (locked !== undefined)
      await recordFailure(tx, claim, delivery, locked, { ...outcome, error }, parts.now());
  });
  return false;
}

interface Outcome extends sql.DeliveryAttempt {
  /** Seconds from the `Retry-After` header. */
  readonly retryAfter: number;
}

async function attempt(
  { post, version, site, now }: DeliveryParts,
  delivery: sql.DueDelivery,
  stopping: AbortSignal,
): Promise<Outcome | null> {
  const at = now();
  const startedAt = performance.now();
  const ended = (): Pick<Outcome, 'at' | 'milliseconds'> => ({
    at,
    milliseconds: Math.round(performance.now() - startedAt),
  });
  const body = toRequestBody(delivery.url, delivery.payload, site());
  try {
    const { status, headers } = await post(delivery.url, {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': `Magpie/${version}`,
        ...signedHeaders(delivery.secret, { messageId: delivery.messageId, body }, at),
      },
      maxBytes: maxResponseBytes,
      milliseconds: responseTimeoutMilliseconds,
      signal: stopping,
    });
    const retryAfter = [429, 503].includes(status) ? parseRetryAfter(headers['retry-after'], at) : 0;
    return { ...ended(), httpStatus: status, error: statusError(status), retryAfter };
  } catch (error) {
    if (stopping.aborted) return null;
    if (!(error instanceof FetchError)) throw error;
    return { ...ended(), httpStatus: null, error: sanitizeForMessage(error.message, 500), retryAfter: 0 };
  }
}

const gone = 410;

function statusError(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status === gone) return 'The webhook responded with status 410 Gone.';
  if (status >= 300 && status < 400) {
    return `The webhook responded with status ${status}. Redirects are not followed; register the target URL instead.`;
  }
  return `The webhook responded with status ${status}; expected 200 to 299.`;
}

async function recordFailure(
  tx: Postgres,
  claim: sql.Claim,
  delivery: sql.DueDelivery,
  { failures, lastDeliveredAt }: sql.LockedWebhook,
  { at, httpStatus, error, retryAfter }: Outcome & { readonly error: string },
  endedAt: Date,
): Promise<void> {
  const failed = { tries: delivery.tries + 1, endedAt, retryAfter };
  const next = retryAt(failed);
  await sql.markDeliveryFailed(tx, claim, delivery.id, {
    at,
    retryAt: next ?? (httpStatus === gone ? endedAt : null),
    pausedUntil: pausedUntil(failures + 1, failed),
  });
  const since = delivery.firstTriedAt ?? at;
  if (httpStatus === gone) await disable(tx, claim, delivery, error);
  else if (next === null && (lastDeliveredAt === null || lastDeliveredAt < since)) {
    await disable(tx, claim, delivery, `No delivery has succeeded since ${since.toISOString()}. ${error}`);
  }
}

async function disable(
  tx: Postgres,
  { webhookId, userId }: sql.Claim,
  { url }: sql.DueDelivery,
  reason: string,
): Promise<void> {
  await sql.disableWebhook(tx, webhookId, reason);
  const host = sanitizeForMessage(new URL(url).host, 100);
  await notifyInbox(tx, {
    userId,
    type: 'webhook_disabled',
    title: `Webhook to ${host} disabled`,
    body: `${reason} Deliveries are paused. Pending messages are sent when you enable webhook ${webhookId} again.`,
    data: { webhookId, url, reason },
  });
}
