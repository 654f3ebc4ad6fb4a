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
 * Mails sent at once, each over a connection of its own. One that the mail server hangs on leaves its place to others
 * as soon as it is slow, while there are fewer than `all`; when it is tried again, it waits for a place among the slow.
 */
const atOnce = { quick: 5, slow: 5, all: 15 };
const slowMilliseconds = 1000;
/** Far more than a mail can take: when it is over, whoever sent it has died. */
const claimMinutes = 10;
/** While a mail is waited for, how often it is looked whether there is another. */
const lookMilliseconds = 250;
/** While mails are under way, a server that could not be connected to is tried again after so long. */
const awayMilliseconds = 5000;
/** After each try; the last holds for all that follow. */
const retryMinutes = [1, 2, 5, 10, 20, 30];
const triedForMilliseconds = 24 * 60 * 60_000;

/** Sends every mail that is due, until there is none, or nobody is there to take them, or it is time to stop. */
export async function sendDueMails(parts: MailParts, stopping: AbortSignal): Promise<void> {
  const underWay = new Map<Promise<void>, UnderWay>();
  const failures: unknown[] = [];
  let awayUntil = 0;
  while (!stopping.aborted && failures.length === 0) {
    const isAway = performance.now() < awayUntil;
    const mail = isAway ? undefined : await claimNext(parts.db, [...underWay.values()]);
    if (mail !== undefined) {
      const begunAt = performance.now();
      const away = (): void => void (awayUntil = performance.now() + awayMilliseconds);
      const sending = sendMail(parts, { ...mail, begunAt }, away)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(sending));
      underWay.set(sending, { isSlow: mail.isSlow, begunAt });
    } else if (underWay.size === 0) {
      break;
    } else {
      await Promise.race([...underWay.keys(), pause(lookMilliseconds)]);
    }
  }
  await Promise.all(underWay.keys());
  if (failures.length > 0) throw failures[0];
}

interface UnderWay {
  readonly isSlow: boolean;
  readonly begunAt: number;
}

const isSlowSince = (begunAt: number): boolean => performance.now() - begunAt > slowMilliseconds;

/** The mail whose turn it is, among those for which there is a place. */
async function claimNext(db: Postgres, underWay: readonly UnderWay[]): Promise<ClaimedMail | undefined> {
  const slowOnes = underWay.filter(({ isSlow, begunAt }) => isSlow || isSlowSince(begunAt)).length;
  const hasQuickPlace = underWay.length - slowOnes < atOnce.quick && underWay.length < atOnce.all;
  const slow = [...(hasQuickPlace ? [false] : []), ...(slowOnes < atOnce.slow ? [true] : [])];
  return slow.length === 0 ? undefined : sql.claimDue(db, { slow, minutes: claimMinutes });
}

async function sendMail(
  { db, mailer, log }: MailParts,
  { begunAt, ...mail }: ClaimedMail & UnderWay,
  onAway: () => void,
): Promise<void> {
  try {
    await mailer.deliver(mail);
  } catch (error) {
    // Anything else is our own fault: the mail stays claimed for a while, so that others have their turn.
    if (!(error instanceof MailFailure)) throw error;
    // A server that is not there says nothing about the mail.
    const isSlow = error.kind === 'unreachable' ? mail.isSlow : isSlowSince(begunAt);
    if (error.kind === 'unreachable') onAway();
    return noteFailure({ db, log }, { ...mail, isSlow }, error);
  }
  await sql.markSent(db, mail.id);
}

async function noteFailure(
  { db, log }: Pick<MailParts, 'db' | 'log'>,
  { id, tries, createdAt, isSlow }: ClaimedMail,
  { kind, message }: MailFailure,
): Promise<void> {
  const inTime = Date.now() - createdAt.getTime() < triedForMilliseconds;
  const minutes = retryMinutes[Math.min(tries, retryMinutes.length) - 1] ?? null;
  if (kind !== 'refused' && inTime && minutes !== null) {
    log.warn({ mail: id, tries, minutes }, `a mail waits: ${message}`);
    await sql.postpone(db, id, { error: message, minutes, isSlow });
  } else {
    log.error({ mail: id, tries }, `a mail is given up: ${message}`);
    await sql.giveUp(db, id, message);
  }
}
