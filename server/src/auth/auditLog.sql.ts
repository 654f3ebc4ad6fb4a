import type { Act } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Call } from '../rpc/procedure.ts';

export interface NewAuditEntry {
  /** Such as `key.created`. */
  readonly act: string;
  /** Null: not authenticated. */
  readonly actorId: string | null;
  /** The team concerned, whose owners may read the entry. */
  readonly teamId?: number;
  /** The object of the action. */
  readonly subject?: string;
  /** The key or session used, as in `caller.credential.id`. */
  readonly via?: string;
  /** The client's network address. */
  readonly address?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The audit fields that describe the caller of a procedure. */
export function actorOf({
  caller,
  address,
}: Pick<Call<unknown>, 'caller' | 'address'>): Pick<NewAuditEntry, 'actorId' | 'via' | 'address'> {
  return { actorId: caller.userId, via: caller.credential.id, address };
}

/** For commands on the server, which need no key. */
export const byOperator = { actorId: null, via: 'command line' } as const;

/** Call it in the transaction of the action, so that both are committed together. */
export async function addAuditEntry(db: Postgres, act: NewAuditEntry): Promise<void> {
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

export interface AuditEntryRow extends Omit<Act, 'at'> {
  readonly at: Date;
}

export interface AuditFilter {
  /** Null: any or no team. */
  readonly teamId: number | null;
  /** Null: every kind. */
  readonly act: string | null;
  /** Only entries with a lower id; 0: all. */
  readonly before: number;
  readonly limit: number;
}

const filteredAds = `($1::bigint IS NULL OR team_id = $1) AND ($2::text IS NULL OR act = $2)`;

/** Newest first. */
export function listAuditEntries(
  db: Postgres,
  { teamId, act, before, limit }: AuditFilter,
): Promise<AuditEntryRow[]> {
  return db.query<AuditEntryRow>(
    `SELECT id, at, act, actor_id AS "actorId", actor_email AS "actorEmail", team_id AS "teamId", subject, via, address,
       details
     FROM acts
     WHERE ${filteredAds} AND ($3::bigint = 0 OR id < $3)
     ORDER BY id DESC
     LIMIT $4`,
    [teamId, act, before, limit],
  );
}

export async function countAuditEntries(
  db: Postgres,
  { teamId, act }: Pick<AuditFilter, 'teamId' | 'act'>,
): Promise<number> {
  const [row] = await db.query<{ total: number }>(`SELECT count(*) AS total FROM acts WHERE ${filteredAds}`, [
    teamId,
    act,
  ]);
  return row?.total ?? 0;
}

/** Whether the team exists or appears in the audit log. */
export async function isKnownTeam(db: Postgres, teamId: number): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM teams WHERE id = $1 UNION ALL (SELECT FROM acts WHERE team_id = $1 LIMIT 1)`,
    [teamId],
  );
  return rows.length > 0;
}

/** Entries are kept for a year. */
export async function deleteOldAuditEntries(db: Postgres): Promise<number> {
  const rows = await db.query(
    `DELETE FROM acts
     WHERE id = ANY (ARRAY(
       SELECT id FROM acts WHERE at < now() - interval '1 year' LIMIT 10000 FOR UPDATE SKIP LOCKED))
     RETURNING id`,
  );
  return rows.length;
}
