import type { Postgres } from '../../db/postgres/postgres.ts';
import type { Tally } from '../importing/importJournal.ts';

export type QueryFields = Readonly<Record<string, unknown>>;

/** A saved source without its secrets. */
export interface SavedSource {
  readonly name: string;
  readonly connector: string;
  readonly query: QueryFields;
  readonly everyMinutes: number;
  readonly enabled: boolean;
  readonly dueAt: Date;
  readonly claimedUntil: Date | null;
  readonly lastStartedAt: Date | null;
  readonly lastFinishedAt: Date | null;
  readonly lastError: string | null;
  readonly lastCounts: Tally | null;
  /** When its library last delivered ads, through this or any other source. */
  readonly freshAt: Date | null;
}

export function listSources(db: Postgres): Promise<SavedSource[]> {
  return db.query(
    `SELECT name, connector, query, every_minutes AS "everyMinutes", enabled, due_at AS "dueAt",
            claimed_until AS "claimedUntil", last_started_at AS "lastStartedAt", last_finished_at AS "lastFinishedAt",
            last_error AS "lastError", last_counts AS "lastCounts", fresh.last_import_at AS "freshAt"
     FROM sources
     LEFT JOIN source_freshness fresh ON fresh.source = connector
     ORDER BY name`,
  );
}

export interface NewSource {
  readonly name: string;
  readonly connector: string;
  readonly query: QueryFields;
  readonly secrets: QueryFields;
  readonly everyMinutes: number;
}

/** Returns false if the name is taken. */
export async function insertSource(db: Postgres, source: NewSource): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO sources (name, connector, query, secrets, every_minutes) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (name) DO NOTHING
     RETURNING id`,
    [source.name, source.connector, source.query, source.secrets, source.everyMinutes],
  );
  return rows.length > 0;
}

/** The credentials of a source of this connector. Must not be logged. */
export async function readSecrets(
  db: Postgres,
  name: string,
  connector: string,
): Promise<QueryFields | undefined> {
  const [row] = await db.query<{ secrets: QueryFields }>(
    'SELECT secrets FROM sources WHERE name = $1 AND connector = $2',
    [name, connector],
  );
  return row?.secrets;
}

export async function deleteSource(db: Postgres, name: string): Promise<boolean> {
  return (await db.query(`DELETE FROM sources WHERE name = $1 RETURNING id`, [name])).length > 0;
}

export async function setEnabled(db: Postgres, name: string, enabled: boolean): Promise<boolean> {
  const rows = await db.query(`UPDATE sources SET enabled = $2 WHERE name = $1 RETURNING id`, [
    name,
    enabled,
  ]);
  return rows.length > 0;
}

/**
 * A planned run is moved only to an earlier time: it may be requested or a retry, and the ads of the last run count as
 * running for as long as the interval of that run allows. A source that is running is due by the new interval when it ends.
 */
export async function setInterval(db: Postgres, name: string, everyMinutes: number): Promise<void> {
  await db.query(
    `UPDATE sources
     SET every_minutes = $2,
         due_at = CASE WHEN claimed_until IS NULL
                  THEN least(due_at, last_started_at + $2::int * interval '1 minute') ELSE due_at END
     WHERE name = $1`,
    [name, everyMinutes],
  );
}

export async function setDue(db: Postgres, name: string, dueAt: Date): Promise<void> {
  await db.query(`UPDATE sources SET due_at = least(due_at, $2) WHERE name = $1`, [name, dueAt]);
}

/** A claimed source with its secrets. Must not be logged. */
export interface ClaimedSource extends NewSource {
  readonly id: number;
  /** Also identifies this run of the source. */
  readonly startedAt: Date;
}

const claimColumns = `id, name, connector, query, secrets, every_minutes AS "everyMinutes", last_started_at AS "startedAt"`;

/** A claim expires at `until` unless renewed; if its holder disappears, it is due again at `retryAt`. */
export type ClaimTimes = Readonly<Record<'now' | 'until' | 'retryAt', Date>>;

const claimed = `claimed_until = $2, last_started_at = $1, 
  due_at = least($3::timestamptz, $1::timestamptz + every_minutes * interval '1 minute')`;
const isFree = `(claimed_until IS NULL OR claimed_until <= $1)`;

export async function claimDueSources(
  db: Postgres,
  dueBy: Date,
  { now, until, retryAt }: ClaimTimes,
): Promise<ClaimedSource | undefined> {
  const rows = await db.query<ClaimedSource>(
    `UPDATE sources SET ${claimed}
     WHERE id = (SELECT id FROM sources
                 WHERE enabled AND due_at <= $4 AND ${isFree}
                 ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING ${claimColumns}`,
    [now, until, retryAt, dueBy],
  );
  return rows[0];
}

export async function claimNamed(
  db: Postgres,
  name: string,
  { now, until, retryAt }: ClaimTimes,
): Promise<ClaimedSource | undefined> {
  const rows = await db.query<ClaimedSource>(
    `UPDATE sources SET ${claimed} WHERE name = $4 AND ${isFree} RETURNING ${claimColumns}`,
    [now, until, retryAt, name],
  );
  return rows[0];
}

type Claim = Pick<ClaimedSource, 'id' | 'startedAt'>;

/** Extends the claim; returns false if it was lost. */
export async function renewSourceClaim(db: Postgres, { id, startedAt }: Claim, until: Date) {
  const rows = await db.query(
    `UPDATE sources SET claimed_until = greatest(claimed_until, $3)
     WHERE id = $1 AND last_started_at = $2 AND claimed_until IS NOT NULL
     RETURNING id`,
    [id, startedAt, until],
  );
  return rows.length > 0;
}

/** Does nothing if the claim was lost. `retryAt` is null for the regular schedule. */
export async function releaseSourceClaim(
  db: Postgres,
  { id, startedAt }: Claim,
  run: { finishedAt: Date; error: string | null; counts: Tally; retryAt: Date | null },
): Promise<void> {
  await db.query(
    `UPDATE sources
     SET claimed_until = NULL, last_finished_at = $3, last_error = $4, last_counts = $5,
         due_at = least($6::timestamptz, last_started_at + every_minutes * interval '1 minute')
     WHERE id = $1 AND last_started_at = $2`,
    [id, startedAt, run.finishedAt, run.error, run.counts, run.retryAt],
  );
}

export async function sourceExists(db: Postgres, name: string): Promise<boolean> {
  return (await db.query(`SELECT id FROM sources WHERE name = $1`, [name])).length > 0;
}
