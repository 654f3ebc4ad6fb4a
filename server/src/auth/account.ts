import * as sql from './account.sql.ts';
import type { contract } from '@magpie/contract';
import { accountDeletedError, MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import { encodeLogo } from '../integrations/images/logo.ts';
import { deleteMailsTo } from '../integrations/mail/outbox.sql.ts';
import type { Call, ProcedureHandlers } from '../rpc/procedure.ts';
import { invalidField } from '../rpc/invalidField.ts';
import { withIsoTimes } from '../rpc/isoTimes.ts';
import { verifySignedText, signText } from '../rpc/signedText.ts';
import { type ProfileRow, accountParts, longPartPage, longParts } from './account.sql.ts';
import { voidAddressChange } from './addressChanges.sql.ts';
import { toActor, addAuditEntry } from '../rpc/auditLog.sql.ts';

type Actor = Pick<Call<unknown>, 'caller' | 'address'>;

export interface AccountData {
  leaveTeams(tx: Postgres, person: Pick<ProfileRow, 'userId' | 'email'>, by: Actor): Promise<void>;
  deleteInvitations(tx: Postgres, email: string, by: Actor): Promise<void>;
  deleteOfPerson(tx: Postgres, userId: string): Promise<void>;
}

interface AccountDeps {
  readonly siteUrl: () => string;
  readonly secret: string;
  readonly data: AccountData;
  readonly clearAuthCaches: () => void;
}

export function accountRouter(deps: AccountDeps): ProcedureHandlers<typeof contract.account> {
  const { siteUrl, secret, data, clearAuthCaches } = deps;
  return {
    get: async ({ caller, db }) => withIsoTimes(await requireProfile(db, caller.userId)),

    setLogo: {
      prepare: async ({ input }) => {
        const logo = await encodeLogo(input.file);
        return async ({ caller, db }) => {
          const changed = await sql.updateLogo(db, caller.userId, logo);
          if (changed === undefined) throw accountDeletedError();
          return changed;
        };
      },
    },

    export: async (call) => {
      const { caller, db } = call;
      const expiresAt = new Date(Date.now() + exportMilliseconds);
      const token = signText(secret, exportPurpose, caller.userId, expiresAt);
      await addAuditEntry(db, { ...toActor(call), act: 'account.exported' });
      return {
        url: `${siteUrl()}/api/account/export?token=${token}`,
        expiresAt: expiresAt.toISOString(),
      };
    },

    delete: async (call) => {
      const { input, caller, db, afterCommit } = call;
      await sql.lockPersonForDelete(db, caller.userId);
      const profile = await requireProfile(db, caller.userId);
      if (input.confirmation.toLowerCase() !== profile.email.toLowerCase()) {
        throw invalidField('confirmation', 'must be the e-mail address of this account; see account.get');
      }
      await addAuditEntry(db, { ...toActor(call), act: 'account.deleted' });
      await deletePerson(db, data, profile, call);
      afterCommit(clearAuthCaches);
      return { success: true };
    },
  };
}

const exportMilliseconds = 10 * 60_000;
const exportPurpose = 'account export';

export async function findExportOwner(
  db: Postgres,
  secret: string,
  token: string,
): Promise<ProfileRow | null> {
  const userId = verifySignedText(secret, exportPurpose, token, new Date());
  return userId === null ? null : ((await sql.findProfile(db, userId)) ?? null);
}

async function requireProfile(db: Postgres, userId: string): Promise<ProfileRow> {
  const profile = await sql.findProfile(db, userId);
  if (profile === undefined) throw accountDeletedError();
  return profile;
}

/** Deletes a user with their content; content in shared teams stays. */
async function deletePerson(tx: Postgres, data: AccountData, person: ProfileRow, by: Actor): Promise<void> {
  const { userId, email } = person;
  if (person.isOwner && (await sql.countInstanceOwners(tx)) <= 1) {
    throw new MagpieError(
      'CONFLICT',
      'You are the last owner of this instance, so your account cannot be deleted; to remove all data, delete the instance.',
    );
  }
  await data.leaveTeams(tx, person, by);
  await data.deleteOfPerson(tx, userId);
  // Mail to an unverified address may belong to someone else.
  if (person.emailVerified) {
    await data.deleteInvitations(tx, email, by);
    await deleteMailsTo(tx, email);
  }
  await sql.deleteUserVerifications(tx, userId);
  await voidAddressChange(tx, userId);
  await sql.deletePersonRow(tx, userId);
}

export interface AccountFile {
  readonly name: string;
  readonly content: Buffer;
}

const rowsInFile = 1000;

export async function* accountFiles(tx: Postgres, userId: string): AsyncGenerator<AccountFile> {
  const { profile = [], ...others } = await accountParts(tx, userId);
  const account = { profile: profile[0], ...others };
  yield { name: 'account.json', content: Buffer.from(`${JSON.stringify(account, null, 2)}\n`) };
  for (const part of Object.keys(longParts) as (keyof typeof longParts)[]) {
    for (let after = 0, file = 1; ; file += 1) {
      const rows = await longPartPage(tx, part, userId, after, rowsInFile);
      const last = rows.at(-1);
      if (last === undefined) break;
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      yield { name: `account/${part}-${file}.jsonl`, content: Buffer.from(lines) };
      after = last.id;
    }
  }
}
