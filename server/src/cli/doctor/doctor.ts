import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Instance } from '../../app.ts';
import type { Config } from '../../config/config.ts';
import { type DataFolder, FolderInUse, openDataFolder } from '../../config/dataFolder.ts';
import { createLog } from '../../config/log.ts';
import { openClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { connectPostgres } from '../../db/postgres/postgres.ts';
import { installedVersion } from '../../system/system.ts';
import {
  type Check,
  type CheckResult,
  type DoctorContext,
  type Finding,
  ok,
  type Opened,
  problem,
  problemFromError,
  succeeds,
  warning,
  withTimeout,
} from './check.ts';
import { postgresStatus } from './doctor.sql.ts';
import { engineChecks } from './engineChecks.ts';
import { machineChecks } from './machineChecks.ts';
import { networkChecks } from './networkChecks.ts';

const checks: readonly Check[] = [
  { name: 'server', run: checkProcess },
  ...machineChecks,
  ...engineChecks,
  ...networkChecks,
];

/** Runs checks in sequence, so that they do not slow each other down; an exception becomes a finding. */
async function runChecks(context: DoctorContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run } of checks) {
    const result = await withTimeout(() => run(context)).catch((error: unknown) =>
      problemFromError(error, 'Check the server log for the cause.'),
    );
    if (result !== null) findings.push({ check: name, ...result });
  }
  return findings;
}

function checkProcess({ isServer }: DoctorContext): CheckResult {
  if (!isServer) return ok('No server is running on this data folder; checked from this process.');
  const minutes = Math.round(process.uptime() / 60);
  return ok(
    `Version ${installedVersion()} has been running as process ${process.pid} for ${minutes} minutes.`,
  );
}

/** Checks the server in this process, with its settings and open engines. */
export async function checkServer({
  config,
  db,
  clickhouse,
}: Pick<Instance, 'config' | 'db' | 'clickhouse'>): Promise<Finding[]> {
  // Each engine is pinged once, so that no other check waits for one that does not respond.
  return runChecks({
    config,
    isServer: true,
    folderProblem: null,
    postgres: await tryOpen(postgresAdvice, () => withTimeout(() => postgresStatus(db)).then(() => db)),
    clickhouse: await tryOpen(clickhouseAdvice, () =>
      withTimeout(() => clickhouse.ping()).then(() => clickhouse),
    ),
  });
}

/** Checks what a server would find if it started now. Migrates and creates nothing. */
export async function checkLocally(config: Config): Promise<Finding[]> {
  const { dataFolder, databaseUrl, clickhouseUrl: url, clickhouseCluster: cluster } = config;
  const log = createLog('silent');
  const opened = await openFolder(dataFolder);
  const postgres =
    (databaseUrl === null ? await missingEngine('postgres', opened) : null) ??
    (await tryOpen(postgresAdvice, () => connectPostgres({ ...config, log, poolSize: 2 })));
  const clickhouse =
    (url === null ? await missingEngine('clickhouse', opened) : null) ??
    (await tryOpen(clickhouseAdvice, () => openClickHouse({ dataFolder, url, cluster, log, readers: 1 })));
  const folderProblem = 'result' in opened ? opened.result : null;
  try {
    return await runChecks({ config, isServer: false, folderProblem, postgres, clickhouse });
  } finally {
    if ('engine' in postgres) await postgres.engine.close();
    if ('engine' in clickhouse) await clickhouse.engine.close();
    if ('engine' in opened) opened.engine?.release();
  }
}

const restartAdvice = 'is running; an embedded engine restarts with the server.';
const postgresAdvice = `Check DATABASE_URL and that PostgreSQL ${restartAdvice}`;
const clickhouseAdvice = `Check CLICKHOUSE_URL and that ClickHouse ${restartAdvice}`;

async function tryOpen<Engine>(advice: string, open: () => Promise<Engine>): Promise<Opened<Engine>> {
  try {
    return { engine: await open() };
  } catch (error) {
    return { result: problemFromError(error, advice) };
  }
}

/** Why an embedded engine is not opened; null if it can be. */
async function missingEngine(
  name: string,
  folder: Opened<DataFolder | null>,
): Promise<{ readonly result: CheckResult } | null> {
  if ('result' in folder) return { result: warning('Not checked.', 'Fix the data folder first.') };
  if (folder.engine !== null && (await succeeds(stat(path.join(folder.engine.path, name))))) return null;
  return { result: ok('Does not exist yet; the first start creates it.') };
}

/** Opening a folder creates it with a lock file, so a folder without an instance is not opened. */
async function openFolder(folder: string): Promise<Opened<DataFolder | null>> {
  try {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? [] : null,
    );
    const isUnused = names?.every((name) => !['magpie.lock', 'postgres', 'clickhouse'].includes(name));
    if (isUnused === true) return { engine: null };
    return (await foreignAccount(folder)) ?? { engine: openDataFolder(folder) };
  } catch (error) {
    const advice =
      error instanceof FolderInUse
        ? 'Stop that one, or set MAGPIE_DATA_DIR to another folder.'
        : 'Set MAGPIE_DATA_DIR to a folder that this account can write to.';
    return { result: problemFromError(error, advice) };
  }
}

/** Files created by root would not be accessible to the account that runs Magpie. */
async function foreignAccount(folder: string): Promise<{ readonly result: CheckResult } | null> {
  if (process.getuid?.() !== 0) return null;
  const { uid } = await stat(path.join(folder, 'magpie.lock')).catch(() => stat(folder));
  if (uid === 0) return null;
  return {
    result: problem(
      `Magpie runs as account ${uid} in ${folder}, but doctor runs as root.`,
      'Run doctor as that account.',
    ),
  };
}
