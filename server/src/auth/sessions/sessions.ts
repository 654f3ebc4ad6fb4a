import type { contract } from '@magpie/contract';
import { notFoundError, sanitizeForMessage } from '@magpie/contract/errors';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { Call, ProcedureHandlers } from '../../rpc/procedure.ts';
import { voidAddressChange } from '../addressChanges.sql.ts';
import { withIsoTimes } from '../../rpc/isoTimes.ts';
import { toActor, addAuditEntry } from '../../rpc/auditLog.sql.ts';
import { sessionCredential, type SessionAuth, findSessionId } from './sessionAuth.ts';
import * as sql from './sessions.sql.ts';

export function sessionsRouter({
  clear,
}: Pick<SessionAuth, 'clear'>): ProcedureHandlers<typeof contract.account> {
  return {
    listSessions: async ({ caller, db }) => {
      const sessions = await sql.listSessions(db, caller.userId);
      const current = findSessionId(caller);
      return sessions.map((row) => withIsoTimes(Object.assign(row, { current: row.id === current })));
    },

    endSession: async (call) => {
      const { input, caller, db, afterCommit } = call;
      const { id } = input;
      if (!(await sql.endSession(db, caller.userId, id))) {
        throw notFoundError(
          'session',
          id,
          `You have no session '${sanitizeForMessage(id, 40)}'; it may have already ended.`,
        );
      }
      await voidAddressChange(db, caller.userId);
      await auditEnded(db, call, id);
      afterCommit(clear);
      return { success: true };
    },

    endOtherSessions: async (call) => {
      const { db, afterCommit } = call;
      const ended = await endOtherSessions(db, call);
      afterCommit(clear);
      return { ended };
    },
  };
}

type By = Pick<Call<unknown>, 'caller' | 'address'>;

/** Ends the caller's other sessions and voids a pending address change, which one of them may have requested. */
export async function endOtherSessions(tx: Postgres, by: By): Promise<number> {
  const { caller } = by;
  await voidAddressChange(tx, caller.userId);
  const ended = await sql.deleteOtherSessions(tx, caller.userId, findSessionId(caller));
  for (const id of ended) await auditEnded(tx, by, id);
  return ended.length;
}

async function auditEnded(tx: Postgres, by: By, id: string): Promise<void> {
  await addAuditEntry(tx, { ...toActor(by), act: 'session.ended', subject: sessionCredential(id) });
}
