import { actToManage, type contract, type Team } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, Handlers } from '../rpc/procedure.ts';
import { acceptInvitation, sendInvitation } from './invitations.ts';
import { voidInvitations } from './invitations.sql.ts';
import { holdTeam, assertRole, roleFor } from './roles.ts';
import { noteInTeam, presentMember, readTeam } from './teamRecords.ts';
import * as sql from './teams.sql.ts';
import { lockTeam, type MemberRow } from './teams.sql.ts';

type Router = Pick<
  typeof contract.teams,
  'listMembers' | 'inviteByEmail' | 'removeMember' | 'setRole' | 'acceptInvitation'
>;

/** Those procedures of the router `teams` that are about who is in a team, and as what. */
export function membersRouter(siteAddress: () => string): Handlers<Router> {
  return {
    listMembers: async ({ input: { id }, caller, db }) => {
      await roleFor(db, id, caller, 'readTeam');
      return (await sql.listMembers(db, id)).map(presentMember);
    },

    inviteByEmail: async ({ input: { id, email, role }, caller, address, db }) => {
      const own = await holdTeam(db, id, caller, actToManage(role));
      const known = await sql.memberWithAddress(db, id, email);
      if (known?.status === 'active') return { ...presentMember(known), invitationUrl: null };
      if (known !== undefined) assertRole(own, actToManage(known.role));
      const member = known ?? (await addInvited(db, id, email, role));
      const team = await readTeam(db, id, caller);
      const sending = { team, member, invitedBy: caller.userId, site: siteAddress() };
      const invitationUrl = await sendInvitation(db, sending);
      const details = { role: member.role, again: known !== undefined };
      await noteInTeam(db, { caller, address }, 'team.invited', { teamId: id, subject: email, details });
      return { ...presentMember(member), invitationUrl };
    },

    removeMember: async ({ input: { id, userId, email = '' }, caller, address, db }) => {
      await lockTeam(db, id);
      const member =
        (await ownInvitation(db, { teamId: id, userId, email }, caller)) ??
        (await memberToRemove(db, { teamId: id, userId, email }, caller));
      await refuseLastOwner(db, id, member);
      await sql.deleteMember(db, member.id);
      await voidInvitations(db, id, member.email);
      const details = { role: member.role, status: member.status };
      await noteInTeam(db, { caller, address }, 'team.removed', {
        teamId: id,
        subject: member.email,
        details,
      });
      return { success: true };
    },

    setRole: async ({ input: { id, userId, role }, caller, address, db }) => {
      const own = await holdTeam(db, id, caller, actToManage(role));
      const member = await sql.memberWithId(db, id, userId);
      if (member === undefined) throw notInTeam(id);
      assertRole(own, actToManage(member.role));
      if (member.role === role) return presentMember(member);
      await refuseLastOwner(db, id, member);
      await sql.updateRole(db, member.id, role);
      const details = { from: member.role, to: role };
      await noteInTeam(db, { caller, address }, 'team.role_changed', {
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

interface ToRemove {
  readonly teamId: number;
  readonly userId: string | undefined;
  readonly email: string;
}

/** The caller's own invitation, if that is what is to be removed: whoever is invited may decline. */
async function ownInvitation(
  tx: Postgres,
  { teamId, userId, email }: ToRemove,
  caller: Caller,
): Promise<MemberRow | undefined> {
  const invited = await sql.invitedMember(tx, teamId, caller.userId);
  const isOwn = userId === caller.userId || invited?.email.toLowerCase() === email.toLowerCase();
  return isOwn ? invited : undefined;
}

/** The member, if the caller may remove them: everybody may leave. */
async function memberToRemove(
  tx: Postgres,
  { teamId, userId, email }: ToRemove,
  caller: Caller,
): Promise<MemberRow> {
  const own = await roleFor(tx, teamId, caller, 'readTeam');
  const member =
    userId === undefined
      ? await sql.memberWithAddress(tx, teamId, email)
      : await sql.memberWithId(tx, teamId, userId);
  if (member === undefined) throw notInTeam(teamId);
  if (member.userId !== caller.userId) assertRole(own, actToManage(member.role));
  return member;
}

/** Those invited included. */
const mostMembers = 500;

async function addInvited(
  tx: Postgres,
  teamId: number,
  email: string,
  role: Team['role'],
): Promise<MemberRow> {
  if ((await sql.countMembers(tx, teamId)) >= mostMembers) {
    throw new MagpieError(
      'CONFLICT',
      `Team ${teamId} has ${mostMembers} members and invitations, and none can have more; remove one first.`,
    );
  }
  const invitedAt = new Date().toISOString();
  await sql.addMember(tx, teamId, { userId: null, email, role, invitedAt, joinedAt: null });
  const member = await sql.memberWithAddress(tx, teamId, email);
  if (member === undefined) throw new Error('the one invited was not returned');
  return member;
}

async function refuseLastOwner(tx: Postgres, teamId: number, member: MemberRow): Promise<void> {
  if (member.role !== 'owner' || member.status !== 'active') return;
  if ((await sql.countOwners(tx, teamId)) > 1) return;
  throw new MagpieError(
    'CONFLICT',
    `Team ${teamId} has no other owner; make somebody else an owner first, or delete the team.`,
  );
}

function notInTeam(teamId: number): MagpieError {
  return new MagpieError('NOT_FOUND', `There is no such member or invitation in team ${teamId}.`);
}
