import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import { addAuditEntry, toActor } from '../rpc/auditLog.sql.ts';
import type { Call } from '../rpc/procedure.ts';
import { deleteInvitationsTo, lockTeamsToLeave, type TeamToLeave } from './leaveTeams.sql.ts';
import { deleteTeam } from './teams.sql.ts';

/** The boards, saved ads, products and images of teams, which other features store. */
export interface TeamContent {
  transferAuthorship(
    tx: Postgres,
    order: { readonly teamId: number; readonly from: string; readonly to: string },
  ): Promise<void>;
  returnToAuthors(tx: Postgres, teamId: number): Promise<void>;
  deleteOfTeam(tx: Postgres, teamId: number): Promise<void>;
}

type Actor = Pick<Call<unknown>, 'caller' | 'address'>;

/** Removes a user from every team; content stays in teams with other members, and teams without members are deleted. */
export async function leaveTeams(
  tx: Postgres,
  content: TeamContent,
  { userId, email }: { readonly userId: string; readonly email: string },
  by: Actor,
): Promise<void> {
  const teams = await lockTeamsToLeave(tx, userId);
  assertNotOnlyOwner(teams);
  for (const team of teams) {
    const act = await leaveTeam(tx, content, userId, team);
    const entry = { ...toActor(by), teamId: team.id };
    if (act === 'team.deleted') await addAuditEntry(tx, { ...entry, act, subject: team.name });
    if (act === 'team.removed' && team.role !== null)
      await addAuditEntry(tx, { ...entry, act, subject: email, details: { role: team.role } });
  }
}

export async function deleteInvitations(tx: Postgres, email: string, by: Actor): Promise<void> {
  for (const { teamId, role } of await deleteInvitationsTo(tx, email)) {
    const details = { role, status: 'invited' as const };
    await addAuditEntry(tx, { ...toActor(by), act: 'team.removed', teamId, subject: email, details });
  }
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

async function leaveTeam(
  tx: Postgres,
  content: TeamContent,
  userId: string,
  { id, role, heir, othersWrote }: TeamToLeave,
): Promise<'team.removed' | 'team.deleted' | null> {
  if (heir !== null) {
    await content.transferAuthorship(tx, { teamId: id, from: userId, to: heir });
    return role === null ? null : 'team.removed';
  }
  // The user's own content is then deleted as content outside of teams.
  if (othersWrote) await content.returnToAuthors(tx, id);
  else await content.deleteOfTeam(tx, id);
  // Only an import creates a team without members.
  if (role === null) return null;
  await deleteTeam(tx, id);
  return 'team.deleted';
}
