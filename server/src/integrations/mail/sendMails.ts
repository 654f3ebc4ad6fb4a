import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../config/log.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { MailFailure } from './failure.ts';
import type { Mailer } from './mailer.ts';
import * as sql from './outbox.sql.ts';
import type { ClaimedMail } from './outbox.sql.ts';

export interface MailParts {
  readonly db: Postgres;
  readonly mailer: Mailer;
  readonly log: Logger;
}

/**
 * Concurrent mails, each over its own connection. A mail that becomes slow frees its quick slot, up to `all` in total;
 * its next attempt needs a slow slot.
 */
const maxConcurrent = { quick: 5, slow: 5, all: 15 };
const slowMilliseconds = 1000;
/** Far longer than sending takes: an expired claim means that the process died. */
const claimMinutes = 10;
/** How often to poll for new mails while others are being sent. */
const pollMilliseconds = 250;
/** Pause after a failed connection while other mails are being sent. */
const reconnectMilliseconds = 5000;
/** After each attempt; the last value repeats. */
const retryMinutes = [1, 2, 5, 10, 20, 30];
const maxAgeMilliseconds = 24 * 60 * 60_000;

/** Sends due mails until there are none, the mail server is unreachable, or `stopping` is aborted. */
export async function sendDueMails(parts: MailParts, stopping: AbortSignal): Promise<void> {
  const underWay = new Map<Promise<void>, SendingMail>();
  const failures: unknown[] = [];
  let awayUntil = 0;
  while (!stopping.aborted && failures.length === 0) {
    const isAway = performance.now() < awayUntil;
    const mail = isAway ? undefined : await claimNext(parts.db, [...underWay.values()]);
    if (mail !== undefined) {
      const begunAt = performance.now();
      const away = (): void => void (awayUntil = performance.now() + reconnectMilliseconds);
      const sending = sendMail(parts, { ...mail, begunAt }, away)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(sending));
      underWay.set(sending, { isSlow: mail.isSlow, begunAt });
    } else if (underWay.size === 0) {
      break;
    } else {
      await Promise.race([...underWay.keys(), pause(pollMilliseconds)]);
    }
  }
  await Promise.all(underWay.keys());
  if (failures.length > 0) throw failures[0];
}

interface SendingMail {
  readonly isSlow: boolean;
  readonly begunAt: number;
}

const isSlowSince = (begunAt: number): boolean => performance.now() - begunAt > slowMilliseconds;

/** Claims the next mail for which a slot is free. */
async function claimNext(db: Postgres, underWay: readonly SendingMail[]): Promise<ClaimedMail | undefined> {
  const slowOnes = underWay.filter(({ isSlow, begunAt }) => isSlow || isSlowSince(begunAt)).length;
  const hasQuickPlace =
    underWay.length - slowOnes < maxConcurrent.quick && underWay.length < maxConcurrent.all;
  const slow = [...(hasQuickPlace ? [false] : []), ...(slowOnes < maxConcurrent.slow ? [true] : [])];
  return slow.length === 0 ? undefined : sql.claimDue(db, { slow, minutes: claimMinutes });
}

async function sendMail(
  { db, mailer, log }: MailParts,
  { begunAt, ...mail }: ClaimedMail & SendingMail,
  onAway: () => void,
): Promise<void> {
  try {
    await mailer.deliver(mail);
  } catch (error) {
    // Any other error is a bug: the mail stays claimed for a while, so that it does not block others.
    if (!(error instanceof MailFailure)) throw error;
    // An unreachable server says nothing about the mail.
    const isSlow = error.kind === 'unreachable' ? mail.isSlow : isSlowSince(begunAt);
    if (error.kind === 'unreachable') onAway();
    return recordFailure({ db, log }, { ...mail, isSlow }, error);
  }
  await sql.markSent(db, mail.id);
}

async function recordFailure(
  { db, log }: Pick<MailParts, 'db' | 'log'>,
  { id, tries, createdAt, isSlow }: ClaimedMail,
  { kind, message }: MailFailure,
): Promise<void> {
  const inTime = Date.now() - createdAt.getTime() < maxAgeMilliseconds;
  const minutes = retryMinutes[Math.min(tries, retryMinutes.length) - 1] ?? null;
  if (kind !== 'refused' && inTime && minutes !== null) {
    log.warn({ mail: id, tries, minutes }, `mail postponed: ${message}`);
    await sql.postpone(db, id, { error: message, minutes, isSlow });
  } else {
    log.error({ mail: id, tries }, `mail failed: ${message}`);
    await sql.markFailed(db, id, message);
  }
}
