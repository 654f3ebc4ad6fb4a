import { randomBytes } from 'node:crypto';
import { callerIsGone, MagpieError } from '@magpie/contract/errors';
import { postMail } from '../../integrations/mail/outbox.sql.ts';
import { isUniqueViolation, type Postgres } from '../../db/postgres/postgres.ts';
import type { Caller } from '../../rpc/procedure.ts';
import { deleteVerificationsOf } from '../account.sql.ts';
import * as sql from '../addressChanges.sql.ts';
import { addAuditEntry } from '../auditLog.sql.ts';
import { findPerson } from '../people.sql.ts';
import { digestOf } from '../secret.ts';
import { newAddressMail, verificationMail } from './mails.ts';
import { wrongPassword } from './refusals.ts';
import { sessionOf } from './sessionAuth.ts';
import { hasBegunLately, holdPassword, passwordOf } from './sessions.sql.ts';

export interface AddressOrder {
  readonly caller: Caller;
  readonly newEmail: string;
  /** The digest of the password that was shown to be known; null where there is none. */
  readonly password: string | null;
  readonly site: string;
}

/**
 * Mails a link to a new address, which becomes theirs when it is opened within an hour. The old one is told. Whether
 * somebody else has the address is told to nobody: no link is sent then.
 */
export function askForAddress(db: Postgres, order: AddressOrder): Promise<void> {
  const { caller, site, password } = order;
  const newEmail = order.newEmail.toLowerCase();
  return db.transaction(async (tx) => {
    const person = await sql.lockPerson(tx, caller.userId);
    if (person === undefined) throw callerIsGone();
    if (password !== null && !(await holdPassword(tx, caller.userId, password))) throw wrongPassword();
    if (password === null) await refuseWithoutPassword(tx, caller);
    if (person.email.toLowerCase() === newEmail)
      throw new MagpieError('BAD_REQUEST', 'This is the address of your account already.');
    const token = randomBytes(32).toString('base64url');
    await sql.voidAddressChange(tx, caller.userId);
    await sql.insertAddressChange(tx, { tokenSha256: digestOf(token), userId: caller.userId, newEmail });
    await postMail(tx, newAddressMail({ site, to: person.email }, newEmail));
    if ((await findPerson(tx, newEmail)) === undefined)
      await postMail(tx, verificationMail({ site, to: newEmail, token }));
  });
}

/** Where there is no password to ask for, whoever asks has just signed in. */
async function refuseWithoutPassword(tx: Postgres, caller: Caller): Promise<void> {
  if ((await passwordOf(tx, caller.userId)) !== null) throw wrongPassword();
  if (await hasBegunLately(tx, sessionOf(caller) ?? '')) return;
  throw new MagpieError(
    'FORBIDDEN',
    'You signed in more than an hour ago, and have no password to show; sign in again, then change the address.',
  );
}

/** Whether the end of a link is one that changes an address; others verify one. */
export function isForNewAddress(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

/** Somebody opens the link, which needs nothing else. What was sent to the old address leads nowhere from now on. */
export async function openNewAddress(db: Postgres, token: string, address: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const person = await sql.lockMoving(tx, digestOf(token));
      const newEmail = await sql.takeNewAddress(tx, digestOf(token));
      if (person === undefined || newEmail === undefined)
        throw new MagpieError('BAD_REQUEST', 'This link was used, has expired or is not whole.');
      await sql.changeAddress(tx, person.id, newEmail);
      await deleteVerificationsOf(tx, person.id);
      const details = { from: person.email };
      await addAuditEntry(tx, { act: 'email.changed', actorId: person.id, subject: newEmail, address, details });
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key')) throw error;
    throw new MagpieError('CONFLICT', 'This address has another account by now.');
  }
}
