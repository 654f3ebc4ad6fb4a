import { actionToManage, type contract, type Team } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, Handlers } from '../rpc/procedure.ts';
import { acceptInvitation, sendInvitation } from './invitations.ts';
import { voidInvitations } from './invitations.sql.ts';
import { lockTeamAsRole, assertRole, requireRole } from './roles.ts';
import { auditTeam, presentMember, readTeam } from './teamRecords.ts';
import * as sql from './teams.sql.ts';
import { lockTeam, type MemberRow } from './teams.sql.ts';

type Router = Pick<
  typeof contract.teams,
  'listMembers' | 'inviteByEmail' | 'removeMember' | 'setRole' | 'acceptInvitation'
>;

/** The procedures of the router `teams` for members and roles. */
export function membersRouter(siteAddress: () => string): Handlers<Router> {
  return {
    listMembers: async ({ input: { id }, caller, db }) => {
      await requireRole(db, id, caller, 'readTeam');
      return (await sql.listMembers(db, id)).map(presentMember);
    },

    inviteByEmail: async ({ input: { id, email, role }, caller, address, db }) => {
      const own = await lockTeamAsRole(db, id, caller, actionToManage(role));
      const known = await sql.memberWithAddress(db, id, email);
      if (known?.status === 'active') return { ...presentMember(known), invitationUrl: null };
      if (known !== undefined) assertRole(own, actionToManage(known.role));
      const member = known ?? (await addInvited(db, id, email, role));
      const team = await readTeam(db, id, caller);
      const sending = { team, member, invitedBy: caller.userId, site: siteAddress() };
      const invitationUrl = await sendInvitation(db, sending);
      const details = { role: member.role, again: known !== undefined };
      await auditTeam(db, { caller, address }, 'team.invited', { teamId: id, subject: email, details });
      return { ...presentMember(member), invitationUrl };
    },

    removeMember: async ({ input: { id, userId, email = '' }, caller, address, db }) => {
      await lockTeam(db, id);
      const member =
        (await ownInvitation(db, { teamId: id, userId, email }, caller)) ??
        (await memberToRemove(db, { teamId: id, userId, email }, caller));
      await assertNotLastOwner(db, id, member);
      await sql.deleteMember(db, member.id);
      await voidInvitations(db, id, member.email);
      const details = { role: member.role, status: member.status };
      await auditTeam(db, { caller, address }, 'team.removed', {
        teamId: id,
        subject: member.email,
        details,
      });
      return { success: true };
    },

    setRole: async ({ input: { id, userId, role }, caller, address, db }) => {
      const own = await lockTeamAsRole(db, id, caller, actionToManage(role));
      const member = await sql.memberWithId(db, id, userId);
      if (member === undefined) throw memberNotFound(id);
      assertRole(own, actionToManage(member.role));
      if (member.role === role) return presentMember(member);
      await assertNotLastOwner(db, id, member);
      await sql.updateRole(db, member.id, role);
      const details = { from: member.role, to: role };
      await auditTeam(db, { caller, address }, 'team.role_changed', {
        teamId: id,
        subject: member.email,
        details,
      });
      return presentMember({ ...member, role });
    },

    acceptInvitation: async ({ input, caller, address, db }) => {
      const teamId = await acceptInvitation(db, input, { caller, address });
      return readTeam(db, teamId, caller);
    },
  };
}

interface MemberSelector {
  readonly teamId: number;
  readonly userId: string | undefined;
  readonly email: string;
}

/** The caller's own invitation, if selected: anyone may decline an invitation. */
async function ownInvitation(
  tx: Postgres,
  { teamId, userId, email }: MemberSelector,
  caller: Caller,
): Promise<MemberRow | undefined> {
  const invited = await sql.invitedMember(tx, teamId, caller.userId);
  const isOwn = userId === caller.userId || invited?.email.toLowerCase() === email.toLowerCase();
  return isOwn ? invited : undefined;
}

/** The member, if the caller may remove them. Every member may leave. */
async function memberToRemove(
  tx: Postgres,
  { teamId, userId, email }: MemberSelector,
  caller: Caller,
): Promise<MemberRow> {
  const own = await requireRole(tx, teamId, caller, 'readTeam');
  const member =
    userId === undefined
      ? await sql.memberWithAddress(tx, teamId, email)
      : await sql.memberWithId(tx, teamId, userId);
  if (member === undefined) throw memberNotFound(teamId);
  if (member.userId !== caller.userId) assertRole(own, actionToManage(member.role));
  return member;
}

/** Including invitations. */
const maxMembers = 500;

async function addInvited(
  tx: Postgres,
  teamId: number,
  email: string,
  role: Team['role'],
): Promise<MemberRow> {
  if ((await sql.countMembers(tx, teamId)) >= maxMembers) {
    throw new MagpieError(
      'CONFLICT',
      `Team ${teamId} has reached the limit of ${maxMembers} members and invitations; remove one first.`,
    );
  }
  const invitedAt = new Date().toISOString();
  await sql.addMember(tx, teamId, { userId: null, email, role, invitedAt, joinedAt: null });
  const member = await sql.memberWithAddress(tx, teamId, email);
  if (member === undefined) throw new Error('the invited member was not returned');
  return member;
}

async function assertNotLastOwner(tx: Postgres, teamId: number, member: MemberRow): Promise<void> {
  if (member.role !== 'owner' || member.status !== 'active') return;
  if ((await sql.countOwners(tx, teamId)) > 1) return;
  throw new MagpieError(
    'CONFLICT',
    `Team ${teamId} has no other owner; make somebody else an owner first, or delete the team.`,
  );
}

function memberNotFound(teamId: number): MagpieError {
  return new MagpieError('NOT_FOUND', `There is no such member or invitation in team ${teamId}.`);
}
