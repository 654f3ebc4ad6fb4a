import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { metrics } from '../config/metrics.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as sql from './system.sql.ts';
import { installedVersion } from './system.ts';

function gauge(name: string, help: string, ...labelNames: string[]): Gauge {
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

/** By label. The columns of the queries in system.sql.ts have the names of the gauges. */
const helpTexts = {
  queue: {
    magpie_jobs_waiting: 'Jobs that wait to be run, by queue.',
    magpie_jobs_active: 'Jobs that are running on any node, by queue.',
    magpie_jobs_oldest_seconds: 'How long the oldest waiting job has been due, by queue.',
  },
  outbox: {
    magpie_outbox_waiting: 'Messages that wait to be sent, by outbox.',
    magpie_outbox_retrying: 'Waiting messages that failed before, by outbox.',
    magpie_outbox_oldest_seconds: 'Age of the oldest waiting message, by outbox.',
  },
  source: {
    magpie_source_enabled: 'Whether a saved source runs on schedule (1) or not (0).',
    magpie_source_failing: 'Whether the last run of a saved source failed (1) or not (0).',
    magpie_source_last_run_timestamp_seconds: 'When the last run of a saved source ended.',
    magpie_import_last_timestamp_seconds: 'When ads of a source were last recorded.',
  },
};
const stateGauges = Object.entries(helpTexts).flatMap(([label, gauges]) =>
  Object.entries(gauges).map(([name, help]) => ({ name, label, gauge: gauge(name, help, label) })),
);

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
  const queries = [sql.queueGauges, sql.outboxGauges, sql.sourceGauges, sql.importGauges];
  const rows = await Promise.race([
    Promise.all(queries.map((query) => query(db))).catch(() => null),
    sleep(queryTimeoutMilliseconds, null, { ref: false }),
  ]);
  databaseUp.set(rows === null ? 0 : 1);
  for (const { name, label, gauge: state } of stateGauges) {
    // Removes labels that no longer exist.
    state.reset();
    for (const row of rows?.flat() ?? []) {
      const value = row[name] ?? null;
      if (value !== null)
        state.set({ [label]: row.label }, Number(value) / (value instanceof Date ? 1000 : 1));
    }
  }
}

async function readDisk(folder: string, hasRoom: GaugeParts['hasRoom']): Promise<void> {
  const disk = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0, blocks: 0 }));
  diskFree.set(disk.bavail * disk.bsize);
  diskSize.set(disk.blocks * disk.bsize);
  diskWritable.set(Number(await hasRoom()));
}
