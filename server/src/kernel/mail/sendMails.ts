import type { Logger } from '../log.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { MailFailure } from './failure.ts';
import type { Mailer } from './mailer.ts';
import * as sql from './outbox.sql.ts';
import type { ClaimedMail } from './outbox.sql.ts';

export interface MailParts {
  readonly db: Postgres;
  readonly mailer: Mailer;
  readonly log: Logger;
}

/** So many at once, which is how many connections a mail server is asked for. */
const atOnce = 5;
/** More than they can take together. */
const claimMinutes = 10;
/** After each try; the last holds for all that follow. */
const retryMinutes = [1, 2, 5, 10, 20, 30];
const triedForMilliseconds = 24 * 60 * 60_000;

/** Sends every mail that is due, until there is none, or nobody is there to take them, or it is time to stop. */
export async function sendDueMails(parts: MailParts, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const mails = await sql.claimDue(parts.db, atOnce, claimMinutes);
    const outcomes = await Promise.all(mails.map((mail) => sendMail(parts, mail)));
    if (mails.length === 0 || outcomes.includes('unreachable')) return;
  }
}

async function sendMail(
  { db, mailer, log }: MailParts,
  mail: ClaimedMail,
): Promise<'sent' | MailFailure['kind']> {
  try {
    await mailer.deliver(mail);
  } catch (error) {
    // Anything else is our own fault: the mail stays claimed for a while, so that others have their turn.
    if (!(error instanceof MailFailure)) throw error;
    await noteFailure({ db, log }, mail, error);
    return error.kind;
  }
  await sql.markSent(db, mail.id);
  return 'sent';
}

async function noteFailure(
  { db, log }: Pick<MailParts, 'db' | 'log'>,
  { id, tries, createdAt }: ClaimedMail,
  { kind, message }: MailFailure,
): Promise<void> {
  const inTime = Date.now() - createdAt.getTime() < triedForMilliseconds;
  const minutes = retryMinutes[Math.min(tries, retryMinutes.length) - 1] ?? null;
  if (kind !== 'refused' && inTime && minutes !== null) {
    log.warn({ mail: id, tries, minutes }, `a mail waits: ${message}`);
    await sql.postpone(db, id, message, minutes);
  } else {
    log.error({ mail: id, tries }, `a mail is given up: ${message}`);
    await sql.giveUp(db, id, message);
  }
}
