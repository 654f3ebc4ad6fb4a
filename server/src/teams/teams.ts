import type { contract } from '@magpie/contract';
import { accountDeletedError } from '@magpie/contract/errors';
import type { Handlers } from '../rpc/procedure.ts';
import type { TeamContent } from './leaveTeams.ts';
import { assertTeamQuota } from './invitations.ts';
import { type MembersDeps, membersRouter } from './members.ts';
import { addAuditEntry, toActor } from '../rpc/auditLog.sql.ts';
import { requireRole } from '../rpc/teamRoles.ts';
import { lockTeamAsRole, presentMember, presentTeam, readTeam } from './teamRecords.ts';
import { addTeam, changeTeam } from './teamNaming.ts';
import * as sql from './teams.sql.ts';

export interface TeamsDeps extends MembersDeps {
  readonly content: Pick<TeamContent, 'returnToAuthors'>;
}

export function teamsRouter(deps: TeamsDeps): Handlers<typeof contract.teams> {
  return {
    list: async ({ caller, db }) => (await sql.listTeams(db, caller.userId)).map(presentTeam),

    get: async ({ input: { id }, caller, db }) => {
      await requireRole(db, id, caller, 'readTeam');
      const members = (await sql.listMembers(db, id)).map(presentMember);
      return { ...(await readTeam(db, id, caller)), members };
    },

    create: async ({ input: { name, slug }, caller, address, db }) => {
      await assertTeamQuota(db, caller.userId);
      const id = await addTeam(db, name, slug);
      if (!(await sql.insertOwner(db, id, caller.userId))) throw accountDeletedError();
      const team = await readTeam(db, id, caller);
      await addAuditEntry(db, {
        ...toActor({ caller, address }),
        act: 'team.created',
        teamId: id,
        subject: name,
        details: { slug: team.slug },
      });
      return team;
    },

    update: async ({ input: { id, ...changes }, caller, address, db }) => {
      await lockTeamAsRole(db, id, caller, 'updateTeam');
      if (changes.name === undefined && changes.slug === undefined) return readTeam(db, id, caller);
      await changeTeam(db, id, changes);
      const team = await readTeam(db, id, caller);
      await addAuditEntry(db, {
        ...toActor({ caller, address }),
        act: 'team.updated',
        teamId: id,
        subject: team.name,
        details: changes,
      });
      return team;
    },

    delete: async ({ input: { id }, caller, address, db }) => {
      await lockTeamAsRole(db, id, caller, 'deleteTeam');
      const { name, slug } = await readTeam(db, id, caller);
      await deps.content.returnToAuthors(db, id);
      await sql.deleteTeam(db, id);
      await addAuditEntry(db, {
        ...toActor({ caller, address }),
        act: 'team.deleted',
        teamId: id,
        subject: name,
        details: { slug },
      });
      return { success: true };
    },

    ...membersRouter(deps),
  };
}
