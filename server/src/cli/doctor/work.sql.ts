import type { Postgres } from '../../db/postgres/postgres.ts';

/** State of one scheduled job in the last day. */
interface JobStatus {
  readonly name: string;
  readonly failed: number;
  /** Started by a worker whose heartbeat stopped. */
  readonly abandoned: number;
  /** Minutes for which one has been waiting for a worker. */
  readonly waitingMinutes: number;
}

export function jobStatuses(db: Postgres): Promise<JobStatus[]> {
  return db.query<JobStatus>(
    `SELECT schedule.name,
       count(*) FILTER (WHERE job.state = 'failed' AND job.completed_on > now() - interval '1 hour') AS failed,
       count(*) FILTER (WHERE job.state = 'active' AND job.heartbeat_on < now() - interval '5 minutes') AS abandoned,
       CASE WHEN bool_or(job.state = 'active') THEN 0
            ELSE coalesce(max(extract(epoch FROM now() - job.start_after)) FILTER (WHERE job.state < 'active') / 60, 0)
       END::float8 AS "waitingMinutes"
     FROM jobs.schedule schedule
     LEFT JOIN jobs.job job ON job.name = schedule.name AND job.created_on > now() - interval '1 day'
     GROUP BY schedule.name
     ORDER BY schedule.name`,
  );
}

/** Whether the tables queried here exist. */
export async function hasTables(db: Postgres): Promise<boolean> {
  const [row] = await db.query<{ known: boolean }>(
    `SELECT to_regclass('mails') IS NOT NULL AND to_regclass('webhooks') IS NOT NULL AND
       to_regclass('jobs.schedule') IS NOT NULL AS known`,
  );
  return row?.known === true;
}

interface MailStatus {
  readonly waiting: number;
  readonly failing: number;
  readonly givenUp: number;
  /** The error of the newest failing mail. */
  readonly error: string | null;
}

export async function mailStatus(db: Postgres): Promise<MailStatus | undefined> {
  const [row] = await db.query<MailStatus>(
    `SELECT count(*) FILTER (WHERE due_at IS NOT NULL) AS waiting,
       count(*) FILTER (WHERE due_at IS NOT NULL AND error IS NOT NULL) AS failing,
       count(*) FILTER (WHERE due_at IS NULL AND error IS NOT NULL AND created_at > now() - interval '1 day') AS "givenUp",
       (array_agg(error ORDER BY created_at DESC) FILTER (WHERE due_at IS NOT NULL AND error IS NOT NULL))[1] AS error
     FROM mails`,
  );
  return row;
}

interface WebhookStatus {
  readonly enabled: number;
  readonly failing: number;
  readonly disabled: number;
}

/** `disabled` counts webhooks that failed for too long. */
export async function webhookStatus(db: Postgres): Promise<WebhookStatus | undefined> {
  const [row] = await db.query<WebhookStatus>(
    `SELECT count(*) FILTER (WHERE enabled) AS enabled,
       count(*) FILTER (WHERE enabled AND failing_since < now() - interval '1 hour') AS failing,
       count(*) FILTER (WHERE NOT enabled) AS disabled
     FROM webhooks`,
  );
  return row;
}
