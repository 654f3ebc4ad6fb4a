import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Instance } from '../../instance.ts';
import { openClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { Config } from '../../config/config.ts';
import { type DataFolder, openDataFolder } from '../../config/dataFolder.ts';
import { createLog } from '../../config/log.ts';
import { connectPostgres } from '../../db/postgres/postgres.ts';
import { installedVersion } from '../../system/system.ts';
import { engineChecks } from './engines.ts';
import { postgresStanding } from './engines.sql.ts';
import { examine, type Finding, ok, withTimeout, warning } from './finding.ts';
import { folderChecks, isThere } from './folder.ts';
import { machineChecks } from './machine.ts';
import type { Opened, DoctorContext } from './doctorContext.ts';
import { surfaceChecks } from './surface.ts';
import { workChecks } from './work.ts';

/** Looks at the server that this process is: with its settings, at the engines that it has open. */
export async function examineServer({
  config,
  db,
  clickhouse,
}: Pick<Instance, 'config' | 'db' | 'clickhouse'>): Promise<Finding[]> {
  return examineAll(
    `Version ${installedVersion()} runs as process ${process.pid}, for ${Math.round(process.uptime() / 60)} minutes.`,
    {
      config,
      isServer: true,
      folderTrouble: null,
      postgres: await ifAnswers(db, () => postgresStanding(db)),
      clickhouse: await ifAnswers(clickhouse, () => clickhouse.ping()),
    },
  );
}

/** Looks at what a server would find that started now. Schemas stay as they are, and nothing new is made. */
export async function examineHere(config: Config): Promise<Finding[]> {
  const opened = await opening(config.dataFolder);
  const postgres = await openIfKept(config.databaseUrl, 'postgres', opened, () =>
    connectPostgres({ ...config, log, poolSize: 2 }),
  );
  const clickhouse = await openIfKept(config.clickhouseUrl, 'clickhouse', opened, () =>
    openClickHouse({
      ...config,
      url: config.clickhouseUrl,
      cluster: config.clickhouseCluster,
      log,
      readers: 1,
    }),
  );
  try {
    return await examineAll('None answers on this data folder; what follows is seen from here.', {
      config,
      isServer: false,
      folderTrouble: opened.trouble,
      postgres,
      clickhouse,
    });
  } finally {
    if ('engine' in postgres) await postgres.engine.close();
    if ('engine' in clickhouse) await clickhouse.engine.close();
    opened.folder?.release();
  }
}

const log = createLog('silent');

/** Asked once, so that nothing else waits for an engine that is silent. */
async function ifAnswers<Engine>(engine: Engine, ask: () => Promise<unknown>): Promise<Opened<Engine>> {
  try {
    await withTimeout(ask);
    return { engine };
  } catch (failure) {
    return { failure };
  }
}

function examineAll(server: string, patient: DoctorContext): Promise<Finding[]> {
  return examine([
    { name: 'server', look: () => ok(server) },
    ...machineChecks(patient.config),
    ...folderChecks(patient),
    ...engineChecks(patient),
    ...workChecks(patient),
    ...surfaceChecks(patient),
  ]);
}

interface Opening {
  readonly folder: DataFolder | null;
  /** Why it was not opened; null also where there is nothing to open yet. */
  readonly trouble: Error | null;
}

async function opening(folder: string): Promise<Opening> {
  try {
    if (await isUnused(folder)) return { folder: null, trouble: null };
    await mustBeOurs(folder);
    return { folder: openDataFolder(folder), trouble: null };
  } catch (error) {
    return { folder: null, trouble: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Opening a folder makes it and a lock in it, so one in which nothing was started stays unopened. */
async function isUnused(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] | null =>
    error.code === 'ENOENT' ? [] : null,
  );
  return names !== null && !['magpie.lock', 'postgres', 'clickhouse'].some((name) => names.includes(name));
}

/** What root makes where Magpie runs as another account, that account could not open. */
async function mustBeOurs(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid } = await stat(path.join(folder, 'magpie.lock')).catch(() => stat(folder));
  if (uid !== 0)
    throw new Error(
      `In ${folder} Magpie runs as the account ${uid}, and this is root; run doctor as that account`,
    );
}

async function openIfKept<Engine>(
  address: string | null,
  name: string,
  { folder, trouble }: Opening,
  open: () => Promise<Engine>,
): Promise<Opened<Engine>> {
  if (address === null) {
    if (trouble !== null)
      return { unopened: warning('It was not looked at.', 'Mend the data folder first.') };
    if (folder === null || !(await isThere(path.join(folder.path, name)))) {
      return { unopened: ok('There is none yet; the first start makes it.') };
    }
  }
  try {
    return { engine: await open() };
  } catch (failure) {
    return { failure };
  }
}
