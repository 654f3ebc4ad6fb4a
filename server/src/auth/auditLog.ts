import type { contract } from '@magpie/contract';
import { decodeCursor, listKey, pageFrom } from '../rpc/cursor.ts';
import { MagpieError } from '@magpie/contract/errors';
import { withIsoTimes } from '../rpc/isoTimes.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, ProcedureHandlers } from '../rpc/procedure.ts';
import { countAuditEntries, isKnownTeam, listAuditEntries } from './auditLog.sql.ts';
import { teamNotFound, requireRole } from '../rpc/scopes.ts';

export const auditRouter: ProcedureHandlers<typeof contract.audit> = {
  list: async ({ input, caller, db }) => {
    const { teamId = null, act = null, limit } = input;
    await assertMayReadAudit(db, caller, teamId);
    const list = listKey('audit.list', input);
    const before = decodeCursor(list, input.cursor);
    const rows = await listAuditEntries(db, { teamId, act, before, limit: limit + 1 });
    const { shown, ...rest } = pageFrom(list, rows, limit);
    return { acts: shown.map(withIsoTimes), total: await countAuditEntries(db, { teamId, act }), ...rest };
  },
};

/** Owners of the instance with the scope `admin` may read everything; owners of a team may read its entries. */
async function assertMayReadAudit(db: Postgres, caller: Caller, teamId: number | null): Promise<void> {
  if (caller.isOwner && caller.scopes.has('admin')) {
    if (teamId !== null && !(await isKnownTeam(db, teamId))) throw teamNotFound(teamId);
    return;
  }
  if (teamId !== null) {
    await requireRole(db, teamId, caller, 'readAudit');
    return;
  }
  throw new MagpieError(
    'FORBIDDEN',
    caller.isOwner
      ? "This key lacks the scope 'admin', which the full audit log requires."
      : 'Only owners of this instance may read the full audit log; set teamId to a team that you own.',
  );
}
