import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../../app.ts';
import { knownMigrations } from '../../backup/upgrade.ts';
import type { Config } from '../../config/config.ts';
import { type DataFolder, FolderInUse, openDataFolder } from '../../config/dataFolder.ts';
import { createLog } from '../../config/log.ts';
import { openClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { connectPostgres } from '../../db/postgres/postgres.ts';
import {
  type CheckResult,
  type DoctorContext,
  ok,
  type Opened,
  problem,
  problemFromError,
  warning,
} from './check.ts';
import { checks } from './checks.ts';
import { postgresStatus } from './doctor.sql.ts';

export interface CheckFinding extends CheckResult {
  readonly check: string;
}

/** Runs checks in sequence, so that they do not slow each other down; an exception becomes a finding. */
async function runChecks(context: Omit<DoctorContext, 'known'>): Promise<CheckFinding[]> {
  const known = await knownMigrations(context.config.clickhouseCluster);
  const findings: CheckFinding[] = [];
  for (const { name, run, mend } of checks) {
    const result = await withTimeout(() => run({ ...context, known })).catch(problemFromError);
    if (result === null) continue;
    findings.push({ check: name, ...result, mend: result.state === 'ok' ? null : (result.mend ?? mend) });
  }
  return findings;
}

const timeoutSeconds = 30;

async function withTimeout<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  const timeout = new AbortController();
  const expired = sleep(timeoutSeconds * 1000, undefined, { signal: timeout.signal }).then(() => {
    throw new Error(`No response within ${timeoutSeconds} seconds.`);
  });
  return Promise.race([Promise.resolve().then(run), expired]).finally(() => timeout.abort());
}

/** Checks the server in this process, with its settings and open engines. */
export async function checkServer({
  config,
  db,
  clickhouse,
}: Pick<Instance, 'config' | 'db' | 'clickhouse'>): Promise<CheckFinding[]> {
  // Each engine is pinged once, so that no other check waits for one that does not respond.
  return runChecks({
    config,
    isServer: true,
    folderProblem: null,
    postgres: await tryOpen(() => withTimeout(() => postgresStatus(db)).then(() => db)),
    clickhouse: await tryOpen(() => withTimeout(() => clickhouse.ping()).then(() => clickhouse)),
  });
}

/** Checks what a server would find if it started now. Migrates and creates nothing. */
export async function checkLocally(config: Config): Promise<CheckFinding[]> {
  const { dataFolder, databaseUrl, clickhouseUrl: url, clickhouseCluster: cluster } = config;
  const log = createLog('silent');
  const opened = await openFolder(dataFolder);
  const postgres =
    (databaseUrl === null ? await missingEngine('postgres', opened) : null) ??
    (await tryOpen(() => connectPostgres({ ...config, log, poolSize: 2 })));
  const clickhouse =
    (url === null ? await missingEngine('clickhouse', opened) : null) ??
    (await tryOpen(() => openClickHouse({ dataFolder, url, cluster, log, readers: 1 })));
  const folderProblem = 'result' in opened ? opened.result : null;
  try {
    return await runChecks({ config, isServer: false, folderProblem, postgres, clickhouse });
  } finally {
    if ('engine' in postgres) await postgres.engine.close();
    if ('engine' in clickhouse) await clickhouse.engine.close();
    if ('engine' in opened) opened.engine?.release();
  }
}

async function tryOpen<Engine>(open: () => Promise<Engine>): Promise<Opened<Engine>> {
  try {
    return { engine: await open() };
  } catch (error) {
    return { result: problemFromError(error) };
  }
}

/** Why an embedded engine is not opened; null if it can be. */
async function missingEngine(
  name: string,
  folder: Opened<DataFolder | null>,
): Promise<{ readonly result: CheckResult } | null> {
  if ('result' in folder) return { result: warning('Not checked.', 'Fix the data folder first.') };
  const found =
    folder.engine === null ? null : await stat(path.join(folder.engine.path, name)).catch(() => null);
  return found === null ? { result: ok('Does not exist yet; the first start creates it.') } : null;
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
    const isInUse = error instanceof FolderInUse;
    const mend = isInUse ? 'Stop that one, or set MAGPIE_DATA_DIR to another folder.' : null;
    return { result: problemFromError(error, mend) };
  }
}

/** Files created by root would not be accessible to the account that runs Magpie. */
async function foreignAccount(folder: string): Promise<{ readonly result: CheckResult } | null> {
  if (process.getuid?.() !== 0) return null;
  const { uid } = await stat(path.join(folder, 'magpie.lock')).catch(() => stat(folder));
  if (uid === 0) return null;
  const says = `Magpie runs as account ${uid} in ${folder}, but doctor runs as root.`;
  return { result: problem(says, 'Run doctor as that account.') };
}
