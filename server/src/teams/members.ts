import { actionToManage, type contract, type ParsedInputOf, type Team, type Member } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import { addAuditEntry, toActor } from '../rpc/auditLog.sql.ts';
import { withIsoTimes } from '../rpc/isoTimes.ts';
import type { Caller, ProcedureHandlers } from '../rpc/procedure.ts';
import { assertRole, requireRole, type ManagementAction, teamNotFound } from '../rpc/scopes.ts';
import { voidInvitations } from './invitations.sql.ts';
import { acceptInvitation, sendInvitation } from './invitations.ts';
import { assertRoomForMember } from './quotas.ts';
import * as sql from './teams.sql.ts';

type Router = Pick<
  typeof contract.teams,
  'listMembers' | 'inviteByEmail' | 'removeMember' | 'setRole' | 'acceptInvitation'
>;

export interface MembersDeps {
  readonly siteUrl: () => string;
  /** Stores that a user controls their e-mail address; false if it was already verified. */
  readonly markVerified: (tx: Postgres, userId: string) => Promise<boolean>;
}

export function membersRouter({ siteUrl, markVerified }: MembersDeps): ProcedureHandlers<Router> {
  return {
    listMembers: async ({ input: { id }, caller, db }) => {
      await requireRole(db, id, caller, 'readTeam');
      return (await sql.listMembers(db, id)).map(presentMember);
    },

    inviteByEmail: async (call) => {
      const { caller, db } = call;
      const { id, email, role } = call.input;
      const own = await lockTeamAsRole(db, id, caller, actionToManage(role));
      const known = await sql.memberWithAddress(db, id, email);
      if (known?.status === 'active') return { ...presentMember(known), invitationUrl: null };
      if (known !== undefined) assertRole(own, actionToManage(known.role));
      const member = known ?? (await addInvited(db, id, email, role));
      const team = await readTeam(db, id, caller);
      const sending = { team, member, invitedBy: caller.userId, site: siteUrl() };
      const invitationUrl = await sendInvitation(db, sending);
      const details = { role: member.role, again: known !== undefined };
      await addAuditEntry(db, { ...toActor(call), act: 'team.invited', teamId: id, subject: email, details });
      return { ...presentMember(member), invitationUrl };
    },

    removeMember: async (call) => {
      const { caller, db } = call;
      const { id } = call.input;
      await sql.lockTeam(db, id);
      const member = await findMemberToRemove(db, call.input, caller);
      await assertNotLastOwner(db, id, member);
      await sql.deleteMember(db, member.id);
      await voidInvitations(db, id, member.email);
      const details = { role: member.role, status: member.status };
      const entry = { teamId: id, subject: member.email, details };
      await addAuditEntry(db, { ...toActor(call), act: 'team.removed', ...entry });
      return { success: true };
    },

    setRole: async (call) => {
      const { caller, db } = call;
      const { id, userId, role } = call.input;
      const own = await lockTeamAsRole(db, id, caller, actionToManage(role));
      const member = await sql.memberWithId(db, id, userId);
      if (member === undefined) throw memberNotFound(id, userId);
      assertRole(own, actionToManage(member.role));
      if (member.role === role) return presentMember(member);
      await assertNotLastOwner(db, id, member);
      await sql.updateRole(db, member.id, role);
      const details = { from: member.role, to: role };
      const entry = { teamId: id, subject: member.email, details };
      await addAuditEntry(db, { ...toActor(call), act: 'team.role_changed', ...entry });
      return presentMember({ ...member, role });
    },

    acceptInvitation: async (call) =>
      readTeam(call.db, await acceptInvitation(call, markVerified), call.caller),
  };
}

/** The member, if the caller may remove them. Anyone may decline an invitation, and every member may leave. */
async function findMemberToRemove(
  tx: Postgres,
  { id: teamId, userId, email = '' }: ParsedInputOf<Router['removeMember']>,
  caller: Caller,
): Promise<sql.StoredMember> {
  const invited = await sql.invitedMember(tx, teamId, caller.userId);
  const isInvited = userId === caller.userId || invited?.email.toLowerCase() === email.toLowerCase();
  if (invited !== undefined && isInvited) return invited;
  const own = await requireRole(tx, teamId, caller, 'readTeam');
  const member =
    userId === undefined
      ? await sql.memberWithAddress(tx, teamId, email)
      : await sql.memberWithId(tx, teamId, userId);
  if (member === undefined) throw memberNotFound(teamId, userId ?? email);
  if (member.userId !== caller.userId) assertRole(own, actionToManage(member.role));
  return member;
}

async function addInvited(tx: Postgres, teamId: number, email: string, role: Team['role']) {
  await assertRoomForMember(tx, teamId);
  const invitedAt = new Date().toISOString();
  await sql.addMember(tx, teamId, { userId: null, email, role, invitedAt, joinedAt: null });
  const member = await sql.memberWithAddress(tx, teamId, email);
  if (member === undefined) throw new Error('the invited member was not returned');
  return member;
}

async function assertNotLastOwner(tx: Postgres, teamId: number, member: sql.StoredMember): Promise<void> {
  if (member.role !== 'owner' || member.status !== 'active') return;
  if ((await sql.countOwners(tx, teamId)) > 1) return;
  throw new MagpieError(
    'CONFLICT',
    `Team ${teamId} has no other owner; make somebody else an owner first, or delete the team.`,
  );
}

function memberNotFound(teamId: number, value: string | undefined): MagpieError {
  return notFoundError('member', value, `There is no such member or invitation in team ${teamId}.`);
}

export async function readTeam(db: Postgres, id: number, { userId }: Caller): Promise<Team> {
  const team = await sql.findTeam(db, id, userId);
  // Deleted concurrently.
  if (team === undefined) throw teamNotFound(id);
  return withIsoTimes(team);
}

export function presentMember({ id: _id, ...member }: sql.StoredMember): Member {
  return withIsoTimes(member);
}

export async function lockTeamAsRole(tx: Postgres, teamId: number, caller: Caller, act: ManagementAction) {
  await sql.lockTeam(tx, teamId);
  return requireRole(tx, teamId, caller, act);
}
