import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../app.ts';
import { type AdWriter, withDiskSpaceCheck } from '../ingestion/importing/adWriter.ts';
import type { Config } from '../config/config.ts';
import { FolderInUse, openDataFolder, watchDiskSpace } from '../config/dataFolder.ts';
import { createLog, type Logger } from '../config/log.ts';
import { openLogOutput } from '../config/logOutput.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import type { EngineAccess } from './command.ts';
import type { BoardImporter } from './libraryAccess.ts';
import {
  requestServer,
  serverAdWriter,
  serverArchives,
  serverBoardImporter,
  serverExport,
} from './socketClient.ts';

/** The first start on a busy machine takes about ten seconds. */
const tries = 120;
const betweenTriesMilliseconds = 250;

/** Uses the server that holds the data folder; if no server runs, opens the folder in this process. */
export async function viaServerOrLocally<Result>(
  throughServer: () => Promise<Result | null>,
  locally: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await throughServer();
    if (result !== null) return result;
    try {
      return await locally();
    } catch (error) {
      // The folder is locked but nothing responds: a server is starting or stopping.
      if (!(error instanceof FolderInUse) || attempt === tries) throw error;
      await sleep(betweenTriesMilliseconds);
    }
  }
}

/** Throws if the data folder has no engines, because opening it would create them. */
export function assertInstanceExists({ dataFolder, databaseUrl, clickhouseUrl }: Config): void {
  const embedded = [databaseUrl === null ? 'postgres' : null, clickhouseUrl === null ? 'clickhouse' : null];
  if (!embedded.some((name) => name !== null && isMissing(path.join(dataFolder, name)))) return;
  throw new Error(`No Magpie instance found in ${dataFolder}; set MAGPIE_DATA_DIR to its data folder.`);
}

/** A folder without read access is not missing: opening it reports the error. */
function isMissing(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Opens the engines of the data folder in this process. They are loaded on demand, which takes a second. */
export async function openLocalInstance(config: Config): Promise<Instance> {
  const folder = openDataFolder(config.dataFolder);
  const { openInstance } = await import('../app.ts');
  return openInstance(folder, config, createLog('warn', openLogOutput(config.logFormat)));
}

/** Runs work with access to the engines, and closes whatever was opened for it. */
export async function withEngineAccess<Result>(
  config: Config,
  work: (access: EngineAccess) => Promise<Result>,
): Promise<Result> {
  let opened: Promise<Instance> | undefined;
  let adWriter: Promise<AdWriter> | undefined;
  let boardImporter: Promise<BoardImporter> | undefined;
  // Concurrent callers share one promise; a failed attempt can be repeated.
  const open = (): Promise<Instance> =>
    (opened ??= openLocalInstance(config).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  const openAdWriter = async (): Promise<AdWriter> =>
    withDiskSpaceCheck((await open()).index.catalog, watchDiskSpace(config.dataFolder));
  const signals = stopOnSignal();
  try {
    return await work({
      config,
      adWriter: () =>
        (adWriter ??= viaServerOrLocally(() => serverAdWriter(config.dataFolder), openAdWriter)),
      exportedAds: () =>
        viaServerOrLocally(
          () => serverExport(config.dataFolder),
          async () => toLines((await import('../ads/exportAds.ts')).exportAds((await open()).clickhouse)),
        ),
      boardImporter: () =>
        (boardImporter ??= viaServerOrLocally(
          () => serverBoardImporter(config.dataFolder),
          async () => (await import('./libraryAccess.ts')).createBoardImporter(await open()),
        )),
      archives: () =>
        viaServerOrLocally(
          () => serverArchives(config.dataFolder),
          async () => (await import('./libraryAccess.ts')).createArchives(await open()),
        ),
      removeDemo: () =>
        viaServerOrLocally(
          async () => (await requestServer(config.dataFolder, '/removeDemo', 'removed'))?.removed ?? null,
          async () => {
            const { catalog, clickhouse } = (await open()).index;
            return (await import('../ingestion/demo/loadDemo.ts')).removeDemo(catalog, clickhouse);
          },
        ),
      stopping: signals.stopping,
    });
  } finally {
    signals.release();
    await (await opened?.catch(() => undefined))?.close();
  }
}

async function* toLines(ads: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const ad of ads) yield JSON.stringify(ad);
}

/** The first signal starts a graceful stop, the second exits at once. */
export function stopOnSignal(): { stopping: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort(name);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return {
    stopping: controller.signal,
    release: () => void process.off('SIGINT', stop).off('SIGTERM', stop),
  };
}

/** Opens the engines of a data folder that no server uses, without migrations, and closes them after the work. */
export async function withBareEngines<Result>(
  config: Config,
  work: (engines: { db: PostgresEngine; clickhouse: ClickHouseEngine; log: Logger }) => Promise<Result>,
): Promise<Result> {
  const folder = openDataFolder(config.dataFolder);
  const { openClickHouse } = await import('../db/clickhouse/clickhouse.ts');
  const { connectPostgres } = await import('../db/postgres/postgres.ts');
  const log = createLog('warn', openLogOutput(config.logFormat));
  const { databaseUrl, dataFolder, clickhouseUrl: url, clickhouseCluster: cluster } = config;
  const closers: (() => Promise<void>)[] = [];
  try {
    const db = await connectPostgres({ databaseUrl, dataFolder, log });
    closers.push(() => db.close());
    const clickhouse = await openClickHouse({ url, cluster, dataFolder, log });
    closers.push(() => clickhouse.close());
    return await work({ db, clickhouse, log });
  } finally {
    for (const close of closers.toReversed()) await close();
    folder.release();
  }
}
