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
import { postgresStatus } from './engines.sql.ts';
import { runChecks, type Finding, ok, withTimeout, warning } from './finding.ts';
import { folderChecks, exists } from './folder.ts';
import { machineChecks } from './machine.ts';
import type { Opened, DoctorContext } from './doctorContext.ts';
import { surfaceChecks } from './surface.ts';
import { workChecks } from './work.ts';

/** Checks the server in this process, with its settings and open engines. */
export async function checkServer({
  config,
  db,
  clickhouse,
}: Pick<Instance, 'config' | 'db' | 'clickhouse'>): Promise<Finding[]> {
  return checkAll(
    `Version ${installedVersion()} has been running as process ${process.pid} for ${Math.round(process.uptime() / 60)} minutes.`,
    {
      config,
      isServer: true,
      folderError: null,
      postgres: await ifResponsive(db, () => postgresStatus(db)),
      clickhouse: await ifResponsive(clickhouse, () => clickhouse.ping()),
    },
  );
}

/** Checks what a server would find if it started now. Migrates and creates nothing. */
export async function checkLocally(config: Config): Promise<Finding[]> {
  const opened = await openFolder(config.dataFolder);
  const postgres = await openEngine(config.databaseUrl, 'postgres', opened, () =>
    connectPostgres({ ...config, log, poolSize: 2 }),
  );
  const clickhouse = await openEngine(config.clickhouseUrl, 'clickhouse', opened, () =>
    openClickHouse({
      ...config,
      url: config.clickhouseUrl,
      cluster: config.clickhouseCluster,
      log,
      readers: 1,
    }),
  );
  try {
    return await checkAll('No server is running on this data folder; checked from this process.', {
      config,
      isServer: false,
      folderError: opened.error,
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

/** Pings an engine once, so that no other check waits for one that does not respond. */
async function ifResponsive<Engine>(engine: Engine, ping: () => Promise<unknown>): Promise<Opened<Engine>> {
  try {
    await withTimeout(ping);
    return { engine };
  } catch (failure) {
    return { failure };
  }
}

function checkAll(server: string, context: DoctorContext): Promise<Finding[]> {
  return runChecks([
    { name: 'server', run: () => ok(server) },
    ...machineChecks(context.config),
    ...folderChecks(context),
    ...engineChecks(context),
    ...workChecks(context),
    ...surfaceChecks(context),
  ]);
}

interface OpenedFolder {
  readonly folder: DataFolder | null;
  /** Why it could not be opened; null if it is open or does not exist yet. */
  readonly error: Error | null;
}

async function openFolder(folder: string): Promise<OpenedFolder> {
  try {
    if (await isUnused(folder)) return { folder: null, error: null };
    await assertSameAccount(folder);
    return { folder: openDataFolder(folder), error: null };
  } catch (error) {
    return { folder: null, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Opening a folder creates it with a lock file, so a folder without an instance must not be opened. */
async function isUnused(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] | null =>
    error.code === 'ENOENT' ? [] : null,
  );
  return names !== null && !['magpie.lock', 'postgres', 'clickhouse'].some((name) => names.includes(name));
}

/** Files created by root would not be accessible to the account that runs Magpie. */
async function assertSameAccount(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid } = await stat(path.join(folder, 'magpie.lock')).catch(() => stat(folder));
  if (uid !== 0)
    throw new Error(
      `Magpie runs as account ${uid} in ${folder}, but doctor runs as root; run doctor as that account`,
    );
}

async function openEngine<Engine>(
  address: string | null,
  name: string,
  { folder, error }: OpenedFolder,
  open: () => Promise<Engine>,
): Promise<Opened<Engine>> {
  if (address === null) {
    if (error !== null) return { unopened: warning('Not checked.', 'Fix the data folder first.') };
    if (folder === null || !(await exists(path.join(folder.path, name)))) {
      return { unopened: ok('Does not exist yet; the first start creates it.') };
    }
  }
  try {
    return { engine: await open() };
  } catch (failure) {
    return { failure };
  }
}
