import { actionToManage, type contract, type InviteLink } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import { addAuditEntry, toActor } from '../rpc/auditLog.sql.ts';
import { withIsoTimes } from '../rpc/isoTimes.ts';
import type { ProcedureHandlers } from '../rpc/procedure.ts';
import { assertRole, requireRole } from '../rpc/scopes.ts';
import { hashSecret, newToken } from '../rpc/secret.ts';
import * as sql from './inviteLinks.sql.ts';
import { lockTeamAsRole } from './members.ts';

type Router = Pick<typeof contract.teams, 'listInviteLinks' | 'createInviteLink' | 'revokeInviteLink'>;

/** Open links of a team. */
const maxLinks = 20;

export function inviteLinksRouter({
  siteUrl,
}: {
  readonly siteUrl: () => string;
}): ProcedureHandlers<Router> {
  return {
    listInviteLinks: async ({ input: { id }, caller, db }) => {
      await requireRole(db, id, caller, 'manageMembers');
      return (await sql.listInviteLinks(db, id)).map(presentLink);
    },

    createInviteLink: async (call) => {
      const { caller, db } = call;
      const { id: teamId, role, singleUse, expiresInDays } = call.input;
      await lockTeamAsRole(db, teamId, caller, actionToManage(role));
      if ((await sql.listInviteLinks(db, teamId)).length >= maxLinks) {
        throw new MagpieError(
          'CONFLICT',
          `Team ${teamId} has ${maxLinks} invite links, the maximum; revoke one first.`,
        );
      }
      const token = newToken();
      const expiresAt = new Date(Date.now() + expiresInDays * 86_400_000);
      const tokenSha256 = hashSecret(token);
      const link = { teamId, tokenSha256, role, singleUse, createdBy: caller.userId, expiresAt };
      const id = await sql.insertInviteLink(db, link);
      await addAuditEntry(db, {
        ...toActor(call),
        act: 'team.link_created',
        teamId,
        details: { role, singleUse },
      });
      return { ...presentLink(await requireLink(db, teamId, id ?? 0)), url: `${siteUrl()}/join/${token}` };
    },

    revokeInviteLink: async (call) => {
      const { caller, db } = call;
      const { id: teamId, linkId } = call.input;
      const own = await lockTeamAsRole(db, teamId, caller, 'manageMembers');
      const { role } = await requireLink(db, teamId, linkId);
      assertRole(own, actionToManage(role));
      await sql.deleteInviteLink(db, linkId);
      await addAuditEntry(db, { ...toActor(call), act: 'team.link_revoked', teamId, details: { role } });
      return { success: true };
    },
  };
}

async function requireLink(db: Postgres, teamId: number, id: number): Promise<sql.InviteLinkRow> {
  const link = await sql.findInviteLink(db, teamId, id);
  if (link === undefined) throw notFoundError('invitation', id, `Team ${teamId} has no invite link ${id}.`);
  return link;
}

const presentLink = (row: sql.InviteLinkRow): InviteLink => withIsoTimes(row);
