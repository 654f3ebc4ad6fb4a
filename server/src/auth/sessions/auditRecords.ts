import type { AuditAct } from '@magpie/contract';
import { addAuditEntry } from '../../rpc/auditLog.sql.ts';
import { sessionCredential } from './sessionAuth.ts';
import type { Fields, Kind } from './store.sql.ts';
import type { AuthContext } from './authContext.ts';

/** Audits created records, in the same transaction. */
export async function auditCreated(context: AuthContext, kind: Kind, record: Fields): Promise<void> {
  const { db, address, form } = context;
  if (kind === 'session') {
    const via = sessionCredential(String(record['id']));
    await addAuditEntry(db, {
      act: 'session.signed_in',
      actorId: userOf(record),
      via,
      address,
      details: { form },
    });
  }
  if (kind === 'user') {
    const [actorId, subject] = [String(record['id']), String(record['email'])];
    await addAuditEntry(db, { act: 'account.created', actorId, subject, address, details: { form } });
  }
  if (kind === 'account' && form === 'reset-password') await auditPassword(context, record);
}

/** Audits changed records, in the same transaction. */
export async function auditChanged(
  context: AuthContext,
  kind: Kind,
  records: readonly Fields[],
  changes: Fields,
): Promise<void> {
  const { db, address } = context;
  for (const record of records) {
    if (kind === 'account' && changes['password'] !== undefined) await auditPassword(context, record);
    if (kind === 'user' && changes['emailVerified'] === true) {
      const [actorId, subject] = [String(record['id']), String(record['email'])];
      await addAuditEntry(db, { act: 'email.verified', actorId, subject, address });
    }
  }
}

/** Deleting expired sessions is not audited. */
const endActs: Readonly<Record<string, AuditAct>> = {
  'sign-out': 'session.signed_out',
  'reset-password': 'session.ended',
};

export async function auditDeleted(
  context: AuthContext,
  kind: Kind,
  records: readonly Fields[],
): Promise<void> {
  const act = endActs[context.form];
  if (kind !== 'session' || act === undefined) return;
  for (const record of records) {
    const subject = sessionCredential(String(record['id']));
    await addAuditEntry(context.db, { act, actorId: userOf(record), subject, address: context.address });
  }
}

async function auditPassword({ db, form, address }: AuthContext, record: Fields): Promise<void> {
  const act = form === 'reset-password' ? 'password.reset' : 'password.changed';
  await addAuditEntry(db, { act, actorId: userOf(record), address });
}

function userOf(record: Fields): string {
  return String(record['userId']);
}
