import type { Act, contract } from '@magpie/contract';
import { decodeCursor, listKey, pageFrom } from '../rpc/cursor.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, Handlers } from '../rpc/procedure.ts';
import { type AuditEntryRow, countAuditEntries, isKnownTeam, listAuditEntries } from './auditLog.sql.ts';
import { noTeam, roleFor } from './roles.ts';

export const auditRouter: Handlers<typeof contract.audit> = {
  list: async ({ input, caller, db }) => {
    const { teamId = null, act = null, limit } = input;
    await refuseStrangers(db, caller, teamId);
    const list = listKey('audit.list', input);
    const before = decodeCursor(list, input.cursor);
    const rows = await listAuditEntries(db, { teamId, act, before, limit: limit + 1 });
    const { shown, ...rest } = pageFrom(list, rows, limit);
    return { acts: shown.map(actOf), total: await countAuditEntries(db, { teamId, act }), ...rest };
  },
};

/** Everything is for owners of the instance, with a key that can do all; what concerns a team is for its owners too. */
async function refuseStrangers(db: Postgres, caller: Caller, teamId: number | null): Promise<void> {
  if (caller.isOwner && caller.scopes.has('admin')) {
    if (teamId !== null && !(await isKnownTeam(db, teamId))) throw noTeam(teamId);
    return;
  }
  if (teamId !== null) {
    await roleFor(db, teamId, caller, 'readAudit');
    return;
  }
  throw new MagpieError(
    'FORBIDDEN',
    caller.isOwner
      ? "This key lacks the scope 'admin', which reading every act takes."
      : 'Only owners of this instance may read every act; give teamId for those of a team that you own.',
  );
}

function actOf({ at, ...act }: AuditEntryRow): Act {
  return { ...act, at: at.toISOString() };
}
