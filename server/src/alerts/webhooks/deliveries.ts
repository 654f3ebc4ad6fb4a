import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { shown } from '@magpie/contract/errors';
import type { Logger } from '../../config/log.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { FetchRefused } from '../../integrations/safeFetch/fetchRefused.ts';
import type { SafePost } from '../../integrations/safeFetch/safePost.ts';
import { notifyInbox } from '../inbox.sql.ts';
import * as sql from './deliveries.sql.ts';
import type { Claim, DeliveryAttempt, DueDelivery, Standing } from './deliveries.sql.ts';
import { pausedUntil, retryAfterOf, retryAt } from './retries.ts';
import { signedHeaders } from './signing.ts';

/** What sending messages takes. */
export interface DeliveryParts {
  readonly db: Postgres;
  readonly post: SafePost;
  /** Of Magpie, told to receivers. */
  readonly version: string;
  readonly now: () => Date;
  readonly log: Logger;
}

/**
 * Addresses sent to at once. One that hangs leaves its place to others as soon as it is slow; when it is called again,
 * it is among the slow ones from the beginning.
 */
const atOnce = { places: 32, slow: 200 };
/** Of one person, so that nobody takes all of them. Those never called count among the slow: they may turn out so. */
const atOncePerPerson = { places: 8, slow: 5 };
const slowMilliseconds = 1000;
const answerMilliseconds = 10_000;
const mostAnswerBytes = 64 * 1024;
/** Messages to one address before others have their turn, which a turn of a second ends too. */
const messagesPerTurn = 20;
/** Far more than a turn and one more answer take: when it is over, whoever held the address has died. */
const claimSeconds = 60;
/** The job is that long at most; what it does not reach waits for the next. */
const jobMilliseconds = 8 * 60_000;
/** While an address is waited for, how often it is looked whether there is something for another. */
const lookMilliseconds = 250;

/** Sends the messages that are due, until none is and every address has answered. */
export async function deliverDue(parts: DeliveryParts, stopping: AbortSignal): Promise<void> {
  const end = performance.now() + jobMilliseconds;
  // Each message under way listens to it, and Node takes more than ten for a leak.
  setMaxListeners(0, stopping);
  const turns = new Map<Promise<void>, Turn>();
  const failures: unknown[] = [];
  while (!stopping.aborted && performance.now() < end && failures.length === 0) {
    const underWay = [...turns.values()];
    const claim = await claimNext(parts, underWay);
    if (claim !== undefined) {
      const turn = { ...claim, begunAt: performance.now() };
      const sending = sendTo(parts, turn, stopping)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => turns.delete(sending));
      turns.set(sending, turn);
    } else if (underWay.length === 0) {
      break;
    } else if (turns.size === underWay.length) {
      // Had one ended while we looked, there would be a place that was not looked for.
      await Promise.race([...turns.keys(), pause(lookMilliseconds)]);
    }
  }
  await Promise.all(turns.keys());
  if (failures.length > 0) throw failures[0];
}

/** The address whose turn it is, among those for which there is a place. */
async function claimNext({ db, now }: DeliveryParts, turns: readonly Turn[]): Promise<Claim | undefined> {
  const inPlaces = turns.filter((turn) => !isSlow(turn));
  const slowOnes = turns.filter((turn) => isSlow(turn) || turn.standing === 'untried');
  const hasPlace = inPlaces.length < atOnce.places && turns.length < atOnce.places + atOnce.slow;
  const hasSlowPlace = slowOnes.length < atOnce.slow;
  const withManySlow = peopleWith(atOncePerPerson.slow, slowOnes);
  const lines: readonly Line[] = [
    { standing: 'quick', isOpen: hasPlace, exceptUsers: peopleWith(atOncePerPerson.places, inPlaces) },
    { standing: 'untried', isOpen: hasPlace && hasSlowPlace, exceptUsers: withManySlow },
    { standing: 'slow', isOpen: hasSlowPlace, exceptUsers: withManySlow },
  ];
  for (const { standing, exceptUsers } of lines.filter(({ isOpen }) => isOpen)) {
    const claim = await sql.claimAddress(db, { now: now(), seconds: claimSeconds, standing, exceptUsers });
    if (claim !== undefined) return claim;
  }
  return undefined;
}

/** Addresses of a standing, which wait for each other. */
interface Line {
  readonly standing: Standing;
  readonly isOpen: boolean;
  readonly exceptUsers: readonly string[];
}

interface Turn extends Claim {
  readonly begunAt: number;
}

const isLateSince = (begunAt: number): boolean => performance.now() - begunAt > slowMilliseconds;

const isSlow = ({ standing, begunAt }: Turn): boolean => standing === 'slow' || isLateSince(begunAt);

/** Those who have so many turns at least. */
function peopleWith(count: number, turns: readonly Turn[]): string[] {
  const counts = new Map<string, number>();
  for (const { userId } of turns) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  return [...counts.keys()].filter((userId) => (counts.get(userId) ?? 0) >= count);
}

/** Sends what is due to one address, the oldest first, until something fails or others have their turn. */
async function sendTo(parts: DeliveryParts, turn: Turn, stopping: AbortSignal): Promise<void> {
  const { db, now } = parts;
  for (let sent = 0; sent < messagesPerTurn && !isLateSince(turn.begunAt) && !stopping.aborted; sent++) {
    const delivery = await sql.nextDelivery(db, turn, now());
    if (delivery === undefined || !(await deliver(parts, turn, delivery, stopping))) break;
  }
  await db.transaction(async (tx) => {
    if ((await sql.holdClaim(tx, turn)) !== undefined) await sql.releaseClaim(tx, turn, now());
  });
}

/** Whether the message arrived. One that was cut off because we stop is not counted, and sent again. */
async function deliver(
  parts: DeliveryParts,
  claim: Claim,
  delivery: DueDelivery,
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
    const held = await sql.holdClaim(tx, claim);
    await sql.insertAttempt(tx, delivery.id, outcome);
    // Somebody else's by now: it is theirs to tell how it goes on.
    if (held !== undefined) await noteFailure(tx, claim, delivery, held, { ...outcome, error }, parts.now());
  });
  return false;
}

interface Outcome extends DeliveryAttempt {
  /** Seconds for which the answer asked to be left alone. */
  readonly retryAfter: number;
}

/** How an attempt went; null where we stop. */
async function attempt(
  { post, version, now }: DeliveryParts,
  delivery: DueDelivery,
  stopping: AbortSignal,
): Promise<Outcome | null> {
  const at = now();
  const startedAt = performance.now();
  const ended = (): Pick<Outcome, 'at' | 'milliseconds'> => ({
    at,
    milliseconds: Math.round(performance.now() - startedAt),
  });
  try {
    const { status, headers } = await post(delivery.url, {
      body: delivery.payload,
      headers: {
        'content-type': 'application/json',
        'user-agent': `Magpie/${version}`,
        ...signedHeaders(delivery.secret, delivery, at),
      },
      mostBytes: mostAnswerBytes,
      milliseconds: answerMilliseconds,
      signal: stopping,
    });
    const retryAfter = [429, 503].includes(status) ? retryAfterOf(headers['retry-after'], at) : 0;
    return { ...ended(), httpStatus: status, error: problemWith(status), retryAfter };
  } catch (error) {
    if (stopping.aborted) return null;
    if (!(error instanceof FetchRefused)) throw error;
    return { ...ended(), httpStatus: null, error: shown(error.message, 500), retryAfter: 0 };
  }
}

const gone = 410;

function problemWith(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status === gone) return 'The address answered with status 410: it is gone.';
  if (status >= 300 && status < 400) {
    return `The address answered with status ${status}, and redirects are not followed; register the address that it leads to.`;
  }
  return `The address answered with status ${status}; only one from 200 to 299 says that the message arrived.`;
}

async function noteFailure(
  tx: Postgres,
  claim: Claim,
  delivery: DueDelivery,
  { failures, lastDeliveredAt }: sql.HeldWebhook,
  { at, httpStatus, error, retryAfter }: Outcome & { readonly error: string },
  endedAt: Date,
): Promise<void> {
  const failed = { tries: delivery.tries + 1, endedAt, retryAfter };
  const next = retryAt(failed);
  await sql.markFailed(tx, claim, delivery.id, {
    at,
    retryAt: next ?? (httpStatus === gone ? endedAt : null),
    pausedUntil: pausedUntil(failures + 1, failed),
  });
  const since = delivery.firstTriedAt ?? at;
  if (httpStatus === gone) await disable(tx, claim, delivery, error);
  else if (next === null && (lastDeliveredAt === null || lastDeliveredAt < since)) {
    await disable(tx, claim, delivery, `Nothing has arrived since ${since.toISOString()}. ${error}`);
  }
}

async function disable(
  tx: Postgres,
  { webhookId, userId }: Claim,
  { url }: DueDelivery,
  reason: string,
): Promise<void> {
  await sql.disableWebhook(tx, webhookId, reason);
  const host = shown(new URL(url).host, 100);
  await notifyInbox(tx, {
    userId,
    type: 'webhook_disabled',
    title: `Webhook to ${host} disabled`,
    body: `${reason} Nothing more is sent there; what waits for it is sent when you enable webhook ${webhookId} again.`,
    data: { webhookId, url, reason },
  });
}
