import type { Postgres } from '../kernel/postgres/postgres.ts';

export interface NewAct {
  /** Such as `key.created`. */
  readonly act: string;
  /** Null: somebody who did not show who they are. */
  readonly actorId: string | null;
  /** The team that it concerns, whose owners may then read it. */
  readonly teamId?: number;
  /** What or whom it was done to. */
  readonly subject?: string;
  /** The key or session it was done with, as `caller.credential.id`. */
  readonly via?: string;
  /** The network address it came from. */
  readonly address?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Called in the transaction of the act itself, so that there is neither without the other. */
export async function noteAct(db: Postgres, act: NewAct): Promise<void> {
  await db.query(
    `INSERT INTO acts (act, actor_id, actor_email, team_id, subject, via, address, details)
     VALUES ($1, $2, (SELECT email FROM users WHERE id = $2), $3, $4, $5, $6, $7)`,
    [
      act.act,
      act.actorId,
      act.teamId ?? null,
      act.subject ?? null,
      act.via ?? null,
      act.address ?? null,
      act.details ?? {},
    ],
  );
}
