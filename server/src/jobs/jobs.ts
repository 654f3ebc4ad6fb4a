import type { PoolConfig } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from '../config/log.ts';
import { jobRuns, jobSeconds } from '../config/metrics.ts';

/** Work that happens by the clock, on whichever node takes it first. */
export interface ScheduledJob {
  readonly name: string;
  /** Five fields, in UTC. */
  readonly cron: string;
  /**
   * May be run again after it failed half-way, so it must not mind. Asked to stop when this node does, or when the
   * job is another's by now.
   */
  readonly run: (stopping: AbortSignal) => Promise<void>;
}

export interface Jobs {
  /** Has a job done now, besides its schedule. */
  enqueue(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** A worker that was silent for this long is taken for dead; the check once a minute gives its job to another. */
const heartbeatSeconds = 30;

/** The heartbeat tells the living from the dead, so a long job is given as long as the queue can give. */
const expireInSeconds = 24 * 60 * 60;

/**
 * One waits at most, besides the one that is done: whoever asks for a job while it is done has it done once more. Of
 * the policies only this one looks at jobs as they are; `stately` remembers for minutes that one was being done.
 */
const policy = 'short';

const queueSettings = { retryLimit: 3, retryBackoff: true, heartbeatSeconds, expireInSeconds } as const;

/** Starts the queue on the given database: its own schema and connections, beside the service's. */
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
    log.error({ err: error, queue: error.queue }, 'the job queue reported an error'),
  );
  try {
    await boss.start();
    await forgetUnlisted(boss, schedule);
    for (const job of schedule) await register(boss, job, stopping.signal, log);
  } catch (error) {
    // Its timers and connections would keep the process alive after everything else was closed.
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
  // A policy cannot be changed; what waited is on the schedule again.
  if (known !== null && known.policy !== policy) await boss.deleteQueue(job.name);
  await boss.createQueue(job.name, { policy, ...queueSettings });
  // Creating leaves a queue of an earlier version as it was.
  await boss.updateQueue(job.name, queueSettings);
  await boss.schedule(job.name, job.cron, null, oneAtATime(job.name));
  await boss.work(job.name, { pollingIntervalSeconds: 2, groupConcurrency: 1 }, ([taken]) => {
    const signals = taken === undefined ? [stopping] : [stopping, taken.signal];
    return perform(job, AbortSignal.any(signals), log);
  });
}

/** Over all nodes. */
function oneAtATime(name: string): { group: { id: string } } {
  return { group: { id: name } };
}

async function perform({ name, run }: ScheduledJob, stopping: AbortSignal, log: Logger): Promise<void> {
  const startedAt = performance.now();
  const finish = jobSeconds.startTimer({ queue: name });
  try {
    await run(stopping);
    jobRuns.inc({ queue: name, outcome: 'done' });
    log.info({ job: name, milliseconds: Math.round(performance.now() - startedAt) }, 'job done');
  } catch (error) {
    jobRuns.inc({ queue: name, outcome: 'failed' });
    log.error({ job: name, err: error }, 'job failed');
    throw error;
  } finally {
    finish();
  }
}

/** A job that an older version scheduled and this one does not know would wait for a worker for ever. */
async function forgetUnlisted(boss: PgBoss, schedule: readonly ScheduledJob[]): Promise<void> {
  const listed = new Set(schedule.map((job) => job.name));
  for (const { name } of await boss.getSchedules()) if (!listed.has(name)) await boss.unschedule(name);
}
