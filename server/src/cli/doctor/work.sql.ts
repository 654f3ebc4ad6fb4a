import type { Postgres } from '../../db/postgres/postgres.ts';

/** How one scheduled job went in the last day. */
interface JobStanding {
  readonly name: string;
  readonly failed: number;
  /** Taken by somebody who has been silent since. */
  readonly abandoned: number;
  /** Minutes for which one waits that nobody takes. */
  readonly waitingMinutes: number;
}

export function jobStandings(db: Postgres): Promise<JobStanding[]> {
  return db.query<JobStanding>(
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

/** Whether the tables that are asked here are there. */
export async function hasWork(db: Postgres): Promise<boolean> {
  const [row] = await db.query<{ known: boolean }>(
    `SELECT to_regclass('mails') IS NOT NULL AND to_regclass('webhooks') IS NOT NULL AND
       to_regclass('jobs.schedule') IS NOT NULL AS known`,
  );
  return row?.known === true;
}

interface MailStanding {
  readonly waiting: number;
  readonly failing: number;
  readonly givenUp: number;
  /** Why the one of them that was tried last did not go out. */
  readonly error: string | null;
}

export async function mailStanding(db: Postgres): Promise<MailStanding | undefined> {
  const [row] = await db.query<MailStanding>(
    `SELECT count(*) FILTER (WHERE due_at IS NOT NULL) AS waiting,
       count(*) FILTER (WHERE due_at IS NOT NULL AND error IS NOT NULL) AS failing,
       count(*) FILTER (WHERE due_at IS NULL AND error IS NOT NULL AND created_at > now() - interval '1 day') AS "givenUp",
       (array_agg(error ORDER BY created_at DESC) FILTER (WHERE due_at IS NOT NULL AND error IS NOT NULL))[1] AS error
     FROM mails`,
  );
  return row;
}

interface WebhookStanding {
  readonly enabled: number;
  readonly failing: number;
  readonly disabled: number;
}

/** `disabled` are those that failed for too long. */
export async function webhookStanding(db: Postgres): Promise<WebhookStanding | undefined> {
  const [row] = await db.query<WebhookStanding>(
    `SELECT count(*) FILTER (WHERE enabled) AS enabled,
       count(*) FILTER (WHERE enabled AND failing_since < now() - interval '1 hour') AS failing,
       count(*) FILTER (WHERE NOT enabled) AS disabled
     FROM webhooks`,
  );
  return row;
}
