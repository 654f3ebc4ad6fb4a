import type { contract } from '@magpie/contract';
import { callerIsGone, MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Handlers } from '../rpc/procedure.ts';
import { readSigned, signed } from '../rpc/signedText.ts';
import { findProfile, holdPerson, type ProfileRow } from './account.sql.ts';
import { actorOf, addAuditEntry } from './auditLog.sql.ts';
import { type Ownership, deletePerson } from './deletePerson.ts';

export interface AccountParts {
  readonly siteAddress: () => string;
  /** What links are signed with. */
  readonly secret: string;
  readonly belongings: Ownership;
  /** Told when somebody's keys and sessions are gone. */
  readonly forgetCredentials: () => void;
}

type AccountHandlers = Pick<Handlers<typeof contract.account>, 'get' | 'export' | 'delete'>;

export function accountRouter({
  siteAddress,
  secret,
  belongings,
  forgetCredentials,
}: AccountParts): AccountHandlers {
  return {
    get: async ({ caller, db }) => {
      const profile = await profileOf(db, caller.userId);
      return { ...profile, createdAt: profile.createdAt.toISOString() };
    },

    export: async (call) => {
      const { caller, db } = call;
      const expiresAt = new Date(Date.now() + exportMilliseconds);
      const token = signed(secret, exportPurpose, caller.userId, expiresAt);
      await addAuditEntry(db, { ...actorOf(call), act: 'account.exported' });
      return {
        url: `${siteAddress()}/api/account/export?token=${token}`,
        expiresAt: expiresAt.toISOString(),
      };
    },

    delete: async (call) => {
      const { input, caller, db, afterCommit } = call;
      await holdPerson(db, caller.userId);
      const profile = await profileOf(db, caller.userId);
      if (input.confirmation.toLowerCase() !== profile.email.toLowerCase()) {
        const message = 'confirmation must be the e-mail address of this account, which account.get tells.';
        throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'confirmation', message }] });
      }
      await addAuditEntry(db, { ...actorOf(call), act: 'account.deleted' });
      await deletePerson(db, belongings, profile, call);
      afterCommit(forgetCredentials);
      return { success: true };
    },
  };
}

const exportMilliseconds = 10 * 60_000;
const exportPurpose = 'account export';

/** Whose account the end of a link is for; null when it is for none, or not any more. */
export async function personOfLink(db: Postgres, secret: string, token: string): Promise<ProfileRow | null> {
  const userId = readSigned(secret, exportPurpose, token, new Date());
  return userId === null ? null : ((await findProfile(db, userId)) ?? null);
}

async function profileOf(db: Postgres, userId: string): Promise<ProfileRow> {
  const profile = await findProfile(db, userId);
  if (profile === undefined) throw callerIsGone();
  return profile;
}
