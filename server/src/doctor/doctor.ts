import path from 'node:path';
import type { Instance } from '../instance.ts';
import { openClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import type { Config } from '../kernel/config.ts';
import { type DataFolder, openDataFolder } from '../kernel/dataFolder.ts';
import { createLog } from '../kernel/log.ts';
import { connectPostgres } from '../kernel/postgres/postgres.ts';
import { installedVersion } from '../system/system.ts';
import { engineChecks } from './engines.ts';
import { examine, type Finding, ok, warning } from './finding.ts';
import { folderChecks, isThere } from './folder.ts';
import { machineChecks } from './machine.ts';
import type { Opened, Patient } from './patient.ts';
import { surfaceChecks } from './surface.ts';
import { workChecks } from './work.ts';

/** Looks at the server that this process is: with its settings, at the engines that it has open. */
export function examineServer({ config, db, clickhouse }: Instance): Promise<Finding[]> {
  return examineAll(
    `Version ${installedVersion()} runs as process ${process.pid}, for ${Math.round(process.uptime() / 60)} minutes.`,
    {
      config,
      isServer: true,
      folderTrouble: null,
      postgres: { engine: db },
      clickhouse: { engine: clickhouse },
    },
  );
}

/** Looks at what a server would find that started now. Schemas stay as they are, and nothing new is made. */
export async function examineHere(config: Config): Promise<Finding[]> {
  const { folder, trouble } = await opening(config.dataFolder);
  const postgres = await openIfKept(config.databaseUrl, 'postgres', folder, trouble, () =>
    connectPostgres({ ...config, log, poolSize: 2 }),
  );
  const clickhouse = await openIfKept(config.clickhouseUrl, 'clickhouse', folder, trouble, () =>
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
      folderTrouble: trouble,
      postgres,
      clickhouse,
    });
  } finally {
    if ('engine' in postgres) await postgres.engine.close();
    if ('engine' in clickhouse) await clickhouse.engine.close();
    folder?.release();
  }
}

const log = createLog('silent');

function examineAll(server: string, patient: Patient): Promise<Finding[]> {
  return examine([
    { name: 'server', look: () => ok(server) },
    ...machineChecks(patient.config),
    ...folderChecks(patient),
    ...engineChecks(patient),
    ...workChecks(patient),
    ...surfaceChecks(patient),
  ]);
}

/** Opening a folder makes it, so one that is not there stays unopened. */
async function opening(folder: string): Promise<{ folder: DataFolder | null; trouble: Error | null }> {
  if (!(await isThere(folder))) return { folder: null, trouble: null };
  try {
    return { folder: openDataFolder(folder), trouble: null };
  } catch (error) {
    return { folder: null, trouble: error instanceof Error ? error : new Error(String(error)) };
  }
}

async function openIfKept<Engine>(
  address: string | null,
  name: string,
  folder: DataFolder | null,
  trouble: Error | null,
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
