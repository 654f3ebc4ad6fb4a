import type { Logger } from '../../config/log.ts';
import { type InProgress, runClaimLoop } from '../../db/postgres/claimLoop.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { type Mailer, MailFailure } from './mailer.ts';
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
/** Pause after a failed connection while other mails are being sent. */
const reconnectMilliseconds = 5000;
/** After each attempt; the last value repeats. */
const retryMinutes = [1, 2, 5, 10, 20, 30];
const maxAgeMilliseconds = 24 * 60 * 60_000;

export async function sendDueMails(parts: MailParts, stopping: AbortSignal): Promise<void> {
  let unreachableUntil = 0;
  const onUnreachable = (): void => void (unreachableUntil = performance.now() + reconnectMilliseconds);
  await runClaimLoop<ClaimedMail>(
    {
      maxConcurrent: maxConcurrent.all,
      claim: async (mails) => (performance.now() < unreachableUntil ? undefined : claimNext(parts.db, mails)),
      process: (mail, startedAt) => sendMail(parts, mail, startedAt, onUnreachable),
    },
    stopping,
  );
}

const isSlowSince = (startedAt: number): boolean => performance.now() - startedAt > slowMilliseconds;

async function claimNext(
  db: Postgres,
  mails: readonly InProgress<ClaimedMail>[],
): Promise<ClaimedMail | undefined> {
  const slowMails = mails.filter(({ item, startedAt }) => item.isSlow || isSlowSince(startedAt)).length;
  const hasQuickSlot = mails.length - slowMails < maxConcurrent.quick;
  const hasSlowSlot = slowMails < maxConcurrent.slow;
  const slow = [...(hasQuickSlot ? [false] : []), ...(hasSlowSlot ? [true] : [])];
  return slow.length === 0 ? undefined : sql.claimDueMails(db, { slow, minutes: claimMinutes });
}

async function sendMail(
  { db, mailer, log }: MailParts,
  mail: ClaimedMail,
  startedAt: number,
  onUnreachable: () => void,
): Promise<void> {
  try {
    await mailer.deliver(mail);
  } catch (error) {
    // Any other error is a bug: the mail stays claimed for a while, so that it does not block others.
    if (!(error instanceof MailFailure)) throw error;
    // An unreachable server says nothing about the mail.
    const isSlow = error.kind === 'unreachable' ? mail.isSlow : isSlowSince(startedAt);
    if (error.kind === 'unreachable') onUnreachable();
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
    await sql.markMailFailed(db, id, message);
  }
}
