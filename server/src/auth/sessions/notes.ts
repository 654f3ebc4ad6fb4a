import { addAuditEntry } from '../auditLog.sql.ts';
import { sessionCredential } from './sessionAuth.ts';
import type { Fields, Kind } from './store.sql.ts';
import type { AuthContext } from './authContext.ts';

/** Notes what came into being, in its transaction. */
export async function noteCreated(visit: AuthContext, kind: Kind, record: Fields): Promise<void> {
  const { db, address, form } = visit;
  if (kind === 'session') {
    const via = sessionCredential(String(record['id']));
    await addAuditEntry(db, { act: 'session.signed_in', actorId: userOf(record), via, address, details: { form } });
  }
  if (kind === 'user') {
    const [actorId, subject] = [String(record['id']), String(record['email'])];
    await addAuditEntry(db, { act: 'account.created', actorId, subject, address, details: { form } });
  }
  if (kind === 'account' && form === 'reset-password') await notePassword(visit, record);
}

/** Notes what was changed, in its transaction. */
export async function noteChanged(
  visit: AuthContext,
  kind: Kind,
  records: readonly Fields[],
  changes: Fields,
): Promise<void> {
  const { db, address } = visit;
  for (const record of records) {
    if (kind === 'account' && changes['password'] !== undefined) await notePassword(visit, record);
    if (kind === 'user' && changes['emailVerified'] === true) {
      const [actorId, subject] = [String(record['id']), String(record['email'])];
      await addAuditEntry(db, { act: 'email.verified', actorId, subject, address });
    }
  }
}

/** Sessions that only ran out ended long before. */
const ends: Readonly<Record<string, string>> = {
  'sign-out': 'session.signed_out',
  'reset-password': 'session.ended',
};

export async function noteDeleted(visit: AuthContext, kind: Kind, records: readonly Fields[]): Promise<void> {
  const act = ends[visit.form];
  if (kind !== 'session' || act === undefined) return;
  for (const record of records) {
    const subject = sessionCredential(String(record['id']));
    await addAuditEntry(visit.db, { act, actorId: userOf(record), subject, address: visit.address });
  }
}

async function notePassword({ db, form, address }: AuthContext, record: Fields): Promise<void> {
  const act = form === 'reset-password' ? 'password.reset' : 'password.changed';
  await addAuditEntry(db, { act, actorId: userOf(record), address });
}

function userOf(record: Fields): string {
  return String(record['userId']);
}
