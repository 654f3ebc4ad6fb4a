import { type contract, type ParsedInputOf, reservedSlugs, slugPattern } from '@magpie/contract';
import { accountDeletedError, MagpieError } from '@magpie/contract/errors';
import { foldText } from '../ads/fold.ts';
import { isUniqueViolation, type Postgres } from '../db/postgres/postgres.ts';
import { encodeLogo } from '../integrations/images/logo.ts';
import { addAuditEntry, toActor } from '../rpc/auditLog.sql.ts';
import { invalidField } from '../rpc/invalidField.ts';
import { withIsoTimes } from '../rpc/isoTimes.ts';
import type { PreparedHandler, ProcedureHandlers } from '../rpc/procedure.ts';
import { requireRole } from '../rpc/scopes.ts';
import { inviteLinksRouter } from './inviteLinksRouter.ts';
import type { TeamContent } from './leaveTeams.ts';
import * as members from './members.ts';
import { assertTeamQuota } from './quotas.ts';
import * as sql from './teams.sql.ts';

interface TeamsDeps extends members.MembersDeps {
  readonly content: Pick<TeamContent, 'returnToAuthors'>;
}

export function teamsRouter(deps: TeamsDeps): ProcedureHandlers<typeof contract.teams> {
  return {
    list: async ({ caller, db }) => (await sql.listTeams(db, caller.userId)).map(withIsoTimes),

    get: async ({ input: { id }, caller, db }) => {
      await requireRole(db, id, caller, 'readTeam');
      const shown = (await sql.listMembers(db, id)).map(members.presentMember);
      const team = await members.readTeam(db, id, caller);
      return { ...team, logo: await sql.findLogo(db, id), members: shown };
    },

    create: async (call) => {
      const { input, caller, db } = call;
      await assertTeamQuota(db, caller.userId);
      const id = await addTeam(db, input.name, input.slug);
      if (!(await sql.insertOwner(db, id, caller.userId))) throw accountDeletedError();
      const team = await members.readTeam(db, id, caller);
      const entry = { teamId: id, subject: input.name, details: { slug: team.slug } };
      await addAuditEntry(db, { ...toActor(call), act: 'team.created', ...entry });
      return team;
    },

    update: async (call) => {
      const { caller, db } = call;
      const { id, ...changes } = call.input;
      await members.lockTeamAsRole(db, id, caller, 'updateTeam');
      if (changes.name === undefined && changes.slug === undefined) return members.readTeam(db, id, caller);
      await changeTeam(db, id, changes);
      const team = await members.readTeam(db, id, caller);
      const entry = { teamId: id, subject: team.name, details: changes };
      await addAuditEntry(db, { ...toActor(call), act: 'team.updated', ...entry });
      return team;
    },

    setLogo,

    delete: async (call) => {
      const { caller, db } = call;
      const { id } = call.input;
      await members.lockTeamAsRole(db, id, caller, 'deleteTeam');
      const { name, slug } = await members.readTeam(db, id, caller);
      await deps.content.returnToAuthors(db, id);
      await sql.deleteTeam(db, id);
      const entry = { teamId: id, subject: name, details: { slug } };
      await addAuditEntry(db, { ...toActor(call), act: 'team.deleted', ...entry });
      return { success: true };
    },

    ...members.membersRouter(deps),
    ...inviteLinksRouter(deps),
  };
}

const setLogo: PreparedHandler<typeof contract.teams.setLogo> = {
  prepare: async ({ input: { id, file }, caller: person, db: reader }) => {
    await requireRole(reader, id, person, 'updateTeam');
    const logo = await encodeLogo(file);
    return async (call) => {
      const { caller, db } = call;
      await members.lockTeamAsRole(db, id, caller, 'updateTeam');
      await sql.updateLogo(db, id, logo);
      const { name } = await members.readTeam(db, id, caller);
      const details = { logo: logo === null ? 'removed' : 'set' } as const;
      await addAuditEntry(db, { ...toActor(call), act: 'team.updated', teamId: id, subject: name, details });
      return { logo: await sql.findLogo(db, id) };
    };
  },
};

async function addTeam(tx: Postgres, name: string, slug: string | undefined): Promise<number> {
  if (slug === undefined) return addWithGeneratedSlug(tx, name);
  assertNotReserved(slug);
  const id = await sql.insertTeam(tx, name, slug);
  if (id === undefined) throw slugTaken(slug);
  return id;
}

type TeamChanges = Omit<ParsedInputOf<typeof contract.teams.update>, 'id'>;

async function changeTeam(tx: Postgres, id: number, { name, slug }: TeamChanges): Promise<void> {
  if (slug !== undefined) assertNotReserved(slug);
  try {
    await sql.updateTeam(tx, id, name ?? null, slug ?? null);
  } catch (error) {
    // Also covers a concurrent insert.
    if (isUniqueViolation(error, 'teams_slug_key')) throw slugTaken(slug);
    throw error;
  }
}

function assertNotReserved(slug: string): void {
  if (reservedSlugs.has(slug)) throw invalidField('slug', `must not be a reserved word; got ${slug}`);
}

function slugTaken(slug: string | undefined): MagpieError {
  return new MagpieError('CONFLICT', `The slug ${slug} is taken by another team; choose another one.`);
}

async function addWithGeneratedSlug(tx: Postgres, name: string): Promise<number> {
  const stem = slugStem(name);
  for (;;) {
    const id = await sql.insertTeam(tx, name, freeSlug(stem, await sql.slugsLike(tx, stem)));
    // Undefined: the slug was taken concurrently.
    if (id !== undefined) return id;
  }
}

const maxStemLength = 54;

function slugStem(name: string): string {
  const words = foldText(name).match(/[a-z0-9]+/g) ?? [];
  const stem = words.join('-').slice(0, maxStemLength).replace(/-$/, '');
  return /[a-z]/.test(stem) ? stem : 'team';
}

function freeSlug(stem: string, others: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? stem : `${stem}-${number}`;
    if (slugPattern.test(slug) && !reservedSlugs.has(slug) && !others.has(slug)) return slug;
  }
}
