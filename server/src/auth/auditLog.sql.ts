import type { Act } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';

export interface AuditEntryRow extends Omit<Act, 'at'> {
  readonly at: Date;
}

export interface AuditFilter {
  readonly teamId: number | null;
  readonly act: string | null;
  /** Only entries with a lower id; 0: all. */
  readonly before: number;
  readonly limit: number;
}

const filteredEntries = `($1::bigint IS NULL OR team_id = $1) AND ($2::text IS NULL OR act = $2)`;

export function listAuditEntries(
  db: Postgres,
  { teamId, act, before, limit }: AuditFilter,
): Promise<AuditEntryRow[]> {
  return db.query<AuditEntryRow>(
    `SELECT id, at, act, actor_id AS "actorId", actor_email AS "actorEmail",
       (SELECT name FROM users WHERE users.id = actor_id) AS "actorName", team_id AS "teamId", subject, via, address,
       details
     FROM acts
     WHERE ${filteredEntries} AND ($3::bigint = 0 OR id < $3)
     ORDER BY id DESC
     LIMIT $4`,
    [teamId, act, before, limit],
  );
}

export async function countAuditEntries(
  db: Postgres,
  { teamId, act }: Pick<AuditFilter, 'teamId' | 'act'>,
): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM acts WHERE ${filteredEntries}`,
    [teamId, act],
  );
  return row?.total ?? 0;
}

export async function isKnownTeam(db: Postgres, teamId: number): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM teams WHERE id = $1 UNION ALL (SELECT FROM acts WHERE team_id = $1 LIMIT 1)`,
    [teamId],
  );
  return rows.length > 0;
}
