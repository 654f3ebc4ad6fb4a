import type { contract } from '@magpie/contract';
import { MagpieError, shown } from '@magpie/contract/errors';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { Call, Handlers } from '../../rpc/procedure.ts';
import { voidAddressChange } from '../addressChanges.sql.ts';
import { actorOf, addAuditEntry } from '../auditLog.sql.ts';
import { sessionCredential, type SessionAuth, sessionOf } from './sessionAuth.ts';
import * as sql from './sessions.sql.ts';

type SessionHandlers = Pick<
  Handlers<typeof contract.account>,
  'listSessions' | 'endSession' | 'endOtherSessions'
>;

export function sessionsRouter({ forget }: Pick<SessionAuth, 'forget'>): SessionHandlers {
  return {
    listSessions: async ({ caller, db }) => {
      const sessions = await sql.listSessions(db, caller.userId);
      return sessions.map(({ id, address, userAgent, createdAt, lastUsedAt, expiresAt }) => ({
        id,
        current: id === sessionOf(caller),
        address,
        userAgent,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }));
    },

    endSession: async (call) => {
      const { input, caller, db, afterCommit } = call;
      const { id } = input;
      if (!(await sql.endSession(db, caller.userId, id))) {
        throw new MagpieError(
          'NOT_FOUND',
          `You have no session '${shown(id, 40)}'; it may have ended already.`,
        );
      }
      await voidAddressChange(db, caller.userId);
      await noteEnded(db, call, id);
      afterCommit(forget);
      return { success: true };
    },

    endOtherSessions: async (call) => {
      const { db, afterCommit } = call;
      const ended = await endOthers(db, call);
      afterCommit(forget);
      return { ended };
    },
  };
}

type By = Pick<Call<unknown>, 'caller' | 'address'>;

/** Ends every session of the caller but the one that asks, and what somebody may have asked for by one of them. */
export async function endOthers(tx: Postgres, by: By): Promise<number> {
  const { caller } = by;
  await voidAddressChange(tx, caller.userId);
  const ended = await sql.endOtherSessions(tx, caller.userId, sessionOf(caller));
  for (const id of ended) await noteEnded(tx, by, id);
  return ended.length;
}

async function noteEnded(tx: Postgres, by: By, id: string): Promise<void> {
  await addAuditEntry(tx, { ...actorOf(by), act: 'session.ended', subject: sessionCredential(id) });
}
