import { accountDeletedError, MagpieError } from '@magpie/contract/errors';
import { queueMail } from '../../integrations/mail/outbox.sql.ts';
import { isUniqueViolation, type Postgres } from '../../db/postgres/postgres.ts';
import type { Caller } from '../../rpc/procedure.ts';
import { deleteUserVerifications } from '../account.sql.ts';
import * as sql from '../addressChanges.sql.ts';
import { addAuditEntry } from '../../rpc/auditLog.sql.ts';
import { findPerson } from '../people.sql.ts';
import { hashSecret, newToken } from '../../rpc/secret.ts';
import { newAddressMail, verificationMail } from './mails.ts';
import { wrongPassword } from './auth.ts';
import { findSessionId } from './sessionAuth.ts';
import { isRecentSession, lockPassword, findPassword } from './sessions.sql.ts';

interface AddressChangeRequest {
  readonly caller: Caller;
  readonly newEmail: string;
  readonly password: string | null;
  readonly site: string;
}

/**
 * Mails a confirmation link, valid for an hour, to the new address and a notice to the old one. If the new address has
 * an account, no link is sent, and the caller does not learn of it.
 */
export function requestAddressChange(db: Postgres, request: AddressChangeRequest): Promise<void> {
  const { caller, site, password } = request;
  const newEmail = request.newEmail.toLowerCase();
  return db.transaction(async (tx) => {
    const person = await sql.lockPerson(tx, caller.userId);
    if (person === undefined) throw accountDeletedError();
    if (password !== null && !(await lockPassword(tx, caller.userId, password))) throw wrongPassword();
    if (password === null) await assertRecentSession(tx, caller);
    if (person.email.toLowerCase() === newEmail)
      throw new MagpieError('BAD_REQUEST', 'This is already the address of your account.');
    const token = newToken();
    await sql.voidAddressChange(tx, caller.userId);
    await sql.insertAddressChange(tx, hashSecret(token), caller.userId, newEmail);
    await queueMail(tx, newAddressMail({ site, to: person.email }, newEmail));
    if ((await findPerson(tx, newEmail)) === undefined)
      await queueMail(tx, verificationMail({ site, to: newEmail, token }));
  });
}

async function assertRecentSession(tx: Postgres, caller: Caller): Promise<void> {
  if ((await findPassword(tx, caller.userId)) !== null) throw wrongPassword();
  if (await isRecentSession(tx, findSessionId(caller) ?? '')) return;
  throw new MagpieError(
    'FORBIDDEN',
    'Your account has no password and you signed in more than an hour ago; sign in again, then change the address.',
  );
}

export function isAddressChangeToken(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

/** The link works without a session. Links mailed to the old address are invalidated. */
export async function confirmAddressChange(db: Postgres, token: string, address: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const person = await sql.lockAddressChangeUser(tx, hashSecret(token));
      const newEmail = await sql.consumeNewAddress(tx, hashSecret(token));
      if (person === undefined || newEmail === undefined)
        throw new MagpieError(
          'BAD_REQUEST',
          'This link was already used, has expired or is incomplete; request a new one.',
        );
      await sql.changeAddress(tx, person.id, newEmail);
      await deleteUserVerifications(tx, person.id);
      const entry = { actorId: person.id, subject: newEmail, address };
      await addAuditEntry(tx, { ...entry, act: 'email.changed', details: { from: person.email } });
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key')) throw error;
    throw new MagpieError('CONFLICT', 'This address now belongs to another account.');
  }
}
