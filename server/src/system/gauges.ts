import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { metrics } from '../config/metrics.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { outboxStates, queueStates, sourceStates } from './gauges.sql.ts';
import { freshnessOfSources } from './system.sql.ts';
import { installedVersion } from './system.ts';

function gauge<Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> {
  return new Gauge({ name, help, labelNames, registers: [metrics] });
}

const build = gauge('magpie_build_info', 'Always 1, with the version that runs.', 'version', 'node_version');
const diskFree = gauge('magpie_disk_free_bytes', 'Free space on the disk of the data folder.');
const diskSize = gauge('magpie_disk_size_bytes', 'Size of the disk of the data folder.');
const diskWritable = gauge(
  'magpie_disk_writable',
  'Whether there is enough free space to accept writes (1) or not (0).',
);
const databaseUp = gauge(
  'magpie_state_up',
  'Whether the states below could be read from PostgreSQL (1) or not (0).',
);
const stateGauges = {
  jobsWaiting: gauge('magpie_jobs_waiting', 'Jobs that wait to be run, by queue.', 'queue'),
  jobsActive: gauge('magpie_jobs_active', 'Jobs that are running on any node, by queue.', 'queue'),
  jobsOldest: gauge(
    'magpie_jobs_oldest_seconds',
    'How long the oldest waiting job has been due, by queue.',
    'queue',
  ),
  outboxWaiting: gauge('magpie_outbox_waiting', 'Messages that wait to be sent, by outbox.', 'outbox'),
  outboxRetrying: gauge(
    'magpie_outbox_retrying',
    'Waiting messages that failed before, by outbox.',
    'outbox',
  ),
  outboxOldest: gauge(
    'magpie_outbox_oldest_seconds',
    'Age of the oldest waiting message, by outbox.',
    'outbox',
  ),
  sourceEnabled: gauge(
    'magpie_source_enabled',
    'Whether a saved source runs on schedule (1) or not (0).',
    'source',
  ),
  sourceFailing: gauge(
    'magpie_source_failing',
    'Whether the last run of a saved source failed (1) or not (0).',
    'source',
  ),
  sourceLastRun: gauge(
    'magpie_source_last_run_timestamp_seconds',
    'When the last run of a saved source ended.',
    'source',
  ),
  lastImport: gauge(
    'magpie_import_last_timestamp_seconds',
    'When ads of a source were last recorded.',
    'source',
  ),
};

export interface GaugeParts {
  readonly db: Postgres;
  readonly dataFolder: string;
  readonly hasRoom: () => Promise<boolean>;
}

/** A scrape waits for PostgreSQL no longer than this. */
const queryTimeoutMilliseconds = 3000;

/** Updates the gauges for a scrape. Resolves even if PostgreSQL does not respond. */
export async function readGauges({ db, dataFolder, hasRoom }: GaugeParts): Promise<void> {
  build.set({ version: installedVersion(), node_version: process.version }, 1);
  await readDisk(dataFolder, hasRoom);
  const states = await Promise.race([
    readStates(db).catch(() => null),
    sleep(queryTimeoutMilliseconds, null, { ref: false }),
  ]);
  // Removes labels that no longer exist.
  for (const each of Object.values(stateGauges)) each.reset();
  databaseUp.set(states === null ? 0 : 1);
  if (states !== null) setAll(states);
}

async function readDisk(folder: string, hasRoom: GaugeParts['hasRoom']): Promise<void> {
  const disk = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0, blocks: 0 }));
  diskFree.set(disk.bavail * disk.bsize);
  diskSize.set(disk.blocks * disk.bsize);
  diskWritable.set(Number(await hasRoom()));
}

async function readStates(db: Postgres) {
  const [queues, outboxes, sources, freshness] = await Promise.all([
    queueStates(db),
    outboxStates(db),
    sourceStates(db),
    freshnessOfSources(db),
  ]);
  return { queues, outboxes, sources, freshness };
}

function setAll({ queues, outboxes, sources, freshness }: Awaited<ReturnType<typeof readStates>>): void {
  const gauges = stateGauges;
  for (const { queue, waiting, active, oldestSeconds } of queues) {
    gauges.jobsWaiting.set({ queue }, waiting);
    gauges.jobsActive.set({ queue }, active);
    gauges.jobsOldest.set({ queue }, oldestSeconds);
  }
  for (const { outbox, waiting, retrying, oldestSeconds } of outboxes) {
    gauges.outboxWaiting.set({ outbox }, waiting);
    gauges.outboxRetrying.set({ outbox }, retrying);
    gauges.outboxOldest.set({ outbox }, oldestSeconds);
  }
  for (const { source, enabled, failing, lastRunAt } of sources) {
    gauges.sourceEnabled.set({ source }, Number(enabled));
    gauges.sourceFailing.set({ source }, Number(failing));
    if (lastRunAt !== null) gauges.sourceLastRun.set({ source }, lastRunAt.getTime() / 1000);
  }
  for (const { source, lastImportAt } of freshness) {
    gauges.lastImport.set({ source }, lastImportAt.getTime() / 1000);
  }
}
