import type { contract } from '@magpie/contract';
import { accountDeletedError, MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Handlers } from '../rpc/procedure.ts';
import { verifySignedText, signText } from '../rpc/signedText.ts';
import { findProfile, lockPersonForDelete, type ProfileRow } from './account.sql.ts';
import { actorOf, addAuditEntry } from './auditLog.sql.ts';
import { type Ownership, deletePerson } from './deletePerson.ts';

export interface AccountParts {
  readonly siteAddress: () => string;
  /** Signs links. */
  readonly secret: string;
  readonly ownership: Ownership;
  /** Called after a user's keys and sessions were deleted. */
  readonly clearAuthCaches: () => void;
}

type AccountHandlers = Pick<Handlers<typeof contract.account>, 'get' | 'export' | 'delete'>;

export function accountRouter({
  siteAddress,
  secret,
  ownership,
  clearAuthCaches,
}: AccountParts): AccountHandlers {
  return {
    get: async ({ caller, db }) => {
      const profile = await profileOf(db, caller.userId);
      return { ...profile, createdAt: profile.createdAt.toISOString() };
    },

    export: async (call) => {
      const { caller, db } = call;
      const expiresAt = new Date(Date.now() + exportMilliseconds);
      const token = signText(secret, exportPurpose, caller.userId, expiresAt);
      await addAuditEntry(db, { ...actorOf(call), act: 'account.exported' });
      return {
        url: `${siteAddress()}/api/account/export?token=${token}`,
        expiresAt: expiresAt.toISOString(),
      };
    },

    delete: async (call) => {
      const { input, caller, db, afterCommit } = call;
      await lockPersonForDelete(db, caller.userId);
      const profile = await profileOf(db, caller.userId);
      if (input.confirmation.toLowerCase() !== profile.email.toLowerCase()) {
        const message = 'confirmation must be the e-mail address of this account; see account.get.';
        throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'confirmation', message }] });
      }
      await addAuditEntry(db, { ...actorOf(call), act: 'account.deleted' });
      await deletePerson(db, ownership, profile, call);
      afterCommit(clearAuthCaches);
      return { success: true };
    },
  };
}

const exportMilliseconds = 10 * 60_000;
const exportPurpose = 'account export';

/** The user for an export token; null if it is invalid or expired. */
export async function findExportOwner(
  db: Postgres,
  secret: string,
  token: string,
): Promise<ProfileRow | null> {
  const userId = verifySignedText(secret, exportPurpose, token, new Date());
  return userId === null ? null : ((await findProfile(db, userId)) ?? null);
}

async function profileOf(db: Postgres, userId: string): Promise<ProfileRow> {
  const profile = await findProfile(db, userId);
  if (profile === undefined) throw accountDeletedError();
  return profile;
}
