import type { Postgres } from '../db/postgres/postgres.ts';

export interface JobQueueState {
  readonly queue: string;
  readonly waiting: number;
  readonly active: number;
  /** Age of the job that has been due longest; 0 if none. */
  readonly oldestSeconds: number;
}

/** One row per scheduled job; empty if the queue is not set up. */
export async function queueStates(db: Postgres): Promise<JobQueueState[]> {
  const [{ known } = { known: false }] = await db.query<{ known: boolean }>(
    `SELECT to_regclass('jobs.schedule') IS NOT NULL AS known`,
  );
  if (!known) return [];
  return db.query<JobQueueState>(
    `SELECT schedule.name AS queue,
       count(*) FILTER (WHERE job.state < 'active') AS waiting,
       count(*) FILTER (WHERE job.state = 'active') AS active,
       greatest(0, coalesce(max(extract(epoch FROM now() - job.start_after)) FILTER (WHERE job.state < 'active'), 0))::float8
         AS "oldestSeconds"
     FROM jobs.schedule schedule
     LEFT JOIN jobs.job job ON job.name = schedule.name AND job.state <= 'active'
     GROUP BY schedule.name`,
  );
}

export interface OutboxState {
  readonly outbox: string;
  readonly waiting: number;
  readonly retrying: number;
  readonly oldestSeconds: number;
}

export function outboxStates(db: Postgres): Promise<OutboxState[]> {
  const state = `count(*) AS waiting, count(*) FILTER (WHERE tries > 0) AS retrying,
    coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"`;
  return db.query<OutboxState>(
    `SELECT 'mails' AS outbox, ${state} FROM mails WHERE due_at IS NOT NULL
     UNION ALL
     SELECT 'webhooks', ${state} FROM webhook_deliveries WHERE status = 'waiting'`,
  );
}

export interface SourceState {
  readonly source: string;
  readonly enabled: boolean;
  readonly failing: boolean;
  readonly lastRunAt: Date | null;
}

export function sourceStates(db: Postgres): Promise<SourceState[]> {
  return db.query<SourceState>(
    `SELECT name AS source, enabled, last_error IS NOT NULL AS failing, last_finished_at AS "lastRunAt" FROM sources`,
  );
}
