import type { contract } from '@magpie/contract';
import { MagpieError, shown } from '../../kernel/errors.ts';
import type { Postgres } from '../../kernel/postgres/postgres.ts';
import type { Caller, Handlers } from '../../kernel/procedure.ts';
import { voidAddressChange } from '../addressChanges.sql.ts';
import { noteAct } from '../audit.sql.ts';
import { sessionCredential, type SessionDoor, sessionOf } from './sessionDoor.ts';
import * as sql from './sessions.sql.ts';

type SessionHandlers = Pick<
  Handlers<typeof contract.account>,
  'listSessions' | 'endSession' | 'endOtherSessions'
>;

export function sessionsRouter({ forget }: Pick<SessionDoor, 'forget'>): SessionHandlers {
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

    endSession: async ({ input: { id }, caller, db, afterCommit }) => {
      if (!(await sql.endSession(db, caller.userId, id))) {
        throw new MagpieError(
          'NOT_FOUND',
          `You have no session '${shown(id, 40)}'; it may have ended already.`,
        );
      }
      await voidAddressChange(db, caller.userId);
      await noteEnded(db, caller, id);
      afterCommit(forget);
      return { success: true };
    },

    endOtherSessions: async ({ caller, db, afterCommit }) => {
      const ended = await endOthers(db, caller);
      afterCommit(forget);
      return { ended };
    },
  };
}

/** Ends every session of the caller but the one that asks, and what somebody may have asked for by one of them. */
export async function endOthers(tx: Postgres, caller: Caller): Promise<number> {
  await voidAddressChange(tx, caller.userId);
  const ended = await sql.endOtherSessions(tx, caller.userId, sessionOf(caller));
  for (const id of ended) await noteEnded(tx, caller, id);
  return ended.length;
}

async function noteEnded(tx: Postgres, { userId, credential }: Caller, id: string): Promise<void> {
  await noteAct(tx, {
    act: 'session.ended',
    actorId: userId,
    subject: sessionCredential(id),
    via: credential.id,
  });
}
