import type { AuditAct, AuditDetails } from '@magpie/contract';
import { deleteBatch } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Call } from './procedure.ts';

/** An action with its details, which may be absent if no field of them is required. */
type Action = {
  [Name in AuditAct]: { readonly act: Name } & (Record<string, never> extends AuditDetails<Name>
    ? { readonly details?: AuditDetails<Name> }
    : { readonly details: AuditDetails<Name> });
}[AuditAct];

interface ActionContext {
  /** Null: not authenticated. */
  readonly actorId: string | null;
  readonly teamId?: number;
  readonly subject?: string;
  /** The key or session used, as in `caller.credential.id`. */
  readonly via?: string;
  readonly address?: string;
}

export type NewAuditEntry = Action & ActionContext;

export function toActor({
  caller,
  address,
}: Pick<Call<unknown>, 'caller' | 'address'>): Pick<ActionContext, 'actorId' | 'via' | 'address'> {
  return { actorId: caller.userId, via: caller.credential.id, address };
}

/** For commands on the server, which need no key. */
export const byOperator = { actorId: null, via: 'command line' } as const;

/** Call it in the transaction of the action, so that both are committed together. */
export async function addAuditEntry(db: Postgres, entry: NewAuditEntry): Promise<void> {
  await db.query(
    `INSERT INTO acts (act, actor_id, actor_email, team_id, subject, via, address, details)
     VALUES ($1, $2, (SELECT email FROM users WHERE id = $2), $3, $4, $5, $6, $7)`,
    [
      entry.act,
      entry.actorId,
      entry.teamId ?? null,
      entry.subject ?? null,
      entry.via ?? null,
      entry.address ?? null,
      entry.details ?? {},
    ],
  );
}

/** Entries are kept for a year. */
export function deleteOldAuditEntries(db: Postgres): Promise<number> {
  return deleteBatch(db, 'acts', `at < now() - interval '1 year'`);
}
