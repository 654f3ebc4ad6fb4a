import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { deleteMailsTo } from '../integrations/mail/outbox.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Call } from '../rpc/procedure.ts';
import * as sql from './account.sql.ts';
import type { ProfileRow, TeamToLeave } from './account.sql.ts';
import { voidAddressChange } from './addressChanges.sql.ts';
import { auditTeam } from './teamRecords.ts';
import { deleteTeam } from './teams.sql.ts';

/** Implemented by the domains that store boards, saved ads, products and images. */
export interface Ownership {
  /** Makes another member the author of a user's content in a team. */
  transferAuthorship(
    tx: Postgres,
    order: { readonly teamId: number; readonly from: string; readonly to: string },
  ): Promise<void>;
  /** Moves the content of a team to its authors. */
  returnToAuthors(tx: Postgres, teamId: number): Promise<void>;
  /** Deletes the content of a team. */
  deleteOfTeam(tx: Postgres, teamId: number): Promise<void>;
  /** Deletes a user's content outside of teams. */
  deleteOfPerson(tx: Postgres, userId: string): Promise<void>;
}

type By = Pick<Call<unknown>, 'caller' | 'address'>;

/** Deletes a user with their content; content in shared teams stays. */
export async function deletePerson(
  tx: Postgres,
  ownership: Ownership,
  person: ProfileRow,
  by: By,
): Promise<void> {
  const { userId, email } = person;
  if (person.isOwner) await assertNotLastInstanceOwner(tx);
  const teams = await sql.teamsToLeave(tx, userId);
  assertNotOnlyOwner(teams);
  for (const team of teams) {
    const act = await leaveTeam(tx, ownership, userId, team);
    const [subject, details] = act === 'team.deleted' ? [team.name, {}] : [email, { role: team.role }];
    if (act !== null) await auditTeam(tx, by, act, { teamId: team.id, subject, details });
  }
  await ownership.deleteOfPerson(tx, userId);
  // Mail to an unverified address may belong to someone else.
  if (person.emailVerified) await deleteMailsAndInvitations(tx, email, by);
  await sql.deleteVerificationsOf(tx, userId);
  await voidAddressChange(tx, userId);
  await sql.deletePersonRow(tx, userId);
}

async function deleteMailsAndInvitations(tx: Postgres, email: string, by: By): Promise<void> {
  for (const { teamId, role } of await sql.deleteInvitationsOf(tx, email)) {
    const details = { role, status: 'invited' };
    await auditTeam(tx, by, 'team.removed', { teamId, subject: email, details });
  }
  await deleteMailsTo(tx, email);
}

async function assertNotLastInstanceOwner(tx: Postgres): Promise<void> {
  if ((await sql.countInstanceOwners(tx)) > 1) return;
  throw new MagpieError(
    'CONFLICT',
    'You are the last owner of this instance, so your account cannot be deleted; to remove all data, delete the instance.',
  );
}

function assertNotOnlyOwner(teams: readonly TeamToLeave[]): void {
  const team = teams.find(
    ({ role, heirRole }) => role === 'owner' && heirRole !== null && heirRole !== 'owner',
  );
  if (team === undefined) return;
  throw new MagpieError(
    'CONFLICT',
    `You are the only owner of the team '${sanitizeForMessage(team.name, 120)}', which has other members; make one of them an owner with teams.setRole, or delete the team with teams.delete.`,
  );
}

/** Returns the audit action; null for a former member. */
async function leaveTeam(
  tx: Postgres,
  ownership: Ownership,
  userId: string,
  { id, role, heir, othersWrote }: TeamToLeave,
): Promise<'team.removed' | 'team.deleted' | null> {
  if (heir !== null) {
    await ownership.transferAuthorship(tx, { teamId: id, from: userId, to: heir });
    return role === null ? null : 'team.removed';
  }
  // The user's own content is then deleted as content outside of teams.
  if (othersWrote) await ownership.returnToAuthors(tx, id);
  else await ownership.deleteOfTeam(tx, id);
  // Only an import creates a team without members.
  if (role === null) return null;
  await deleteTeam(tx, id);
  return 'team.deleted';
}
