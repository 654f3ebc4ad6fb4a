import type { PoolConfig } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from '../config/log.ts';
import { jobRuns, jobSeconds } from '../config/metrics.ts';

export interface ScheduledJob {
  readonly name: string;
  /** Five fields, UTC. */
  readonly cron: string;
  /** Must be idempotent: it is retried. The signal aborts when this node stops or lost the job. */
  readonly run: (stopping: AbortSignal) => Promise<void>;
}

export interface Jobs {
  enqueue(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** A worker without a heartbeat for this long counts as dead; a check every minute reassigns its job. */
const heartbeatSeconds = 30;

/** The heartbeat detects dead workers, so jobs get the longest expiry that the queue supports. */
const expireInSeconds = 24 * 60 * 60;

/**
 * At most one queued job besides the running one, so that a request during a run leads to one more run. The alternative
 * `stately` keeps treating a finished job as running for minutes.
 */
const policy = 'short';

const queueSettings = { retryLimit: 3, retryBackoff: true, heartbeatSeconds, expireInSeconds } as const;

export async function startJobs(
  connection: PoolConfig,
  schedule: readonly ScheduledJob[],
  log: Logger,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...(connection as object),
    application_name: 'magpie jobs',
    max: 3,
    schema: 'jobs',
  });
  const stopping = new AbortController();
  boss.on('error', (error: Error & { readonly queue?: string }) =>
    log.error({ err: error, queue: error.queue }, 'job queue error'),
  );
  try {
    await boss.start();
    await unscheduleRemovedJobs(boss, schedule);
    for (const job of schedule) await register(boss, job, stopping.signal, log);
  } catch (error) {
    // Otherwise its timers and connections keep the process alive.
    await boss.stop({ graceful: false });
    throw error;
  }
  return {
    enqueue: async (name) => void (await boss.send(name, null, oneAtATime(name))),
    stop: () => {
      stopping.abort();
      return boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

async function register(boss: PgBoss, job: ScheduledJob, stopping: AbortSignal, log: Logger): Promise<void> {
  const known = await boss.getQueue(job.name);
  // The policy of a queue cannot be changed. Deleting queued jobs is safe: the schedule queues them again.
  if (known !== null && known.policy !== policy) await boss.deleteQueue(job.name);
  await boss.createQueue(job.name, { policy, ...queueSettings });
  // createQueue does not update an existing queue.
  await boss.updateQueue(job.name, queueSettings);
  await boss.schedule(job.name, job.cron, null, oneAtATime(job.name));
  await boss.work(job.name, { pollingIntervalSeconds: 2, groupConcurrency: 1 }, ([taken]) => {
    const signals = taken === undefined ? [stopping] : [stopping, taken.signal];
    return runJob(job, AbortSignal.any(signals), log);
  });
}

function oneAtATime(name: string): { group: { id: string } } {
  return { group: { id: name } };
}

async function runJob({ name, run }: ScheduledJob, stopping: AbortSignal, log: Logger): Promise<void> {
  const startedAt = performance.now();
  const finish = jobSeconds.startTimer({ queue: name });
  try {
    await run(stopping);
    jobRuns.inc({ queue: name, outcome: 'done' });
    log.info({ job: name, milliseconds: Math.round(performance.now() - startedAt) }, 'job finished');
  } catch (error) {
    jobRuns.inc({ queue: name, outcome: 'failed' });
    log.error({ job: name, err: error }, 'job failed');
    throw error;
  } finally {
    finish();
  }
}

/** Jobs of an older version would be queued forever without a worker. */
async function unscheduleRemovedJobs(boss: PgBoss, schedule: readonly ScheduledJob[]): Promise<void> {
  const listed = new Set(schedule.map((job) => job.name));
  for (const { name } of await boss.getSchedules()) if (!listed.has(name)) await boss.unschedule(name);
}
