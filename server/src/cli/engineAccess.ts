import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../instance.ts';
import { type AdWriter, withRoom } from '../ingestion/importing/adWriter.ts';
import type { Config } from '../config/config.ts';
import { FolderInUse, openDataFolder, watchRoom } from '../config/dataFolder.ts';
import { createLog } from '../config/log.ts';
import type { EngineAccess } from './command.ts';
import type { BoardImporter } from './boardImporter.ts';
import { archivesOfServer } from './libraryArchivesSocket.ts';
import { exportOfServer, removeDemoInServer, shelfOfServer, sinkOfServer } from './socketClient.ts';

/** A first start on a busy machine takes some ten seconds. */
const tries = 120;
const betweenTriesMilliseconds = 250;

/** Through the server that has the data folder, or, where none has it, by opening it here. */
export async function wherever<Result>(
  throughServer: () => Promise<Result | null>,
  here: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await throughServer();
    if (result !== null) return result;
    try {
      return await here();
    } catch (error) {
      // Somebody has the folder but does not answer yet: a server that is starting or stopping.
      if (!(error instanceof FolderInUse) || attempt === tries) throw error;
      await sleep(betweenTriesMilliseconds);
    }
  }
}

/** Refuses a data folder without engines, which would be made there. */
export function mustBeThere({ dataFolder, databaseUrl, clickhouseUrl }: Config): void {
  const embedded = [databaseUrl === null ? 'postgres' : null, clickhouseUrl === null ? 'clickhouse' : null];
  if (!embedded.some((name) => name !== null && isMissing(path.join(dataFolder, name)))) return;
  throw new Error(
    `There is no instance in ${dataFolder}; set MAGPIE_DATA_DIR to the folder of the one that is meant.`,
  );
}

/** What may not be looked at is not missing: opening it says so. */
function isMissing(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** The engines of the data folder, opened in this process. They are loaded only then, which takes a second. */
export async function openHere(config: Config): Promise<Instance> {
  const folder = openDataFolder(config.dataFolder);
  const { openInstance } = await import('../instance.ts');
  return openInstance(folder, config, createLog('warn'));
}

/** Lets work reach the index; whatever had to be opened for it is closed after it. */
export async function withEngineAccess<Result>(
  config: Config,
  work: (reach: EngineAccess) => Promise<Result>,
): Promise<Result> {
  let opened: Promise<Instance> | undefined;
  let sink: Promise<AdWriter> | undefined;
  let shelf: Promise<BoardImporter> | undefined;
  // Kept as it opens, so that several who ask at once get the same; what failed may be tried again.
  const open = (): Promise<Instance> =>
    (opened ??= openHere(config).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  const openSink = async (): Promise<AdWriter> =>
    withRoom((await open()).index.catalog, watchRoom(config.dataFolder));
  const signals = stopOnSignal();
  try {
    return await work({
      config,
      sink: () => (sink ??= wherever(() => sinkOfServer(config.dataFolder), openSink)),
      exportedAds: () =>
        wherever(
          () => exportOfServer(config.dataFolder),
          async () => linesOf((await import('../ads/exportAds.ts')).exportAds((await open()).clickhouse)),
        ),
      shelf: () =>
        (shelf ??= wherever(
          () => shelfOfServer(config.dataFolder),
          async () => (await import('./boardImporter.ts')).createBoardImporter(await open()),
        )),
      archives: () =>
        wherever(
          () => archivesOfServer(config.dataFolder),
          async () => (await import('./libraryArchives.ts')).archivesOf(await open()),
        ),
      removeDemo: () =>
        wherever(
          () => removeDemoInServer(config.dataFolder),
          async () => {
            const { catalog, clickhouse } = (await open()).index;
            return (await import('../demo/removeDemo.ts')).removeDemo(catalog, clickhouse);
          },
        ),
      stopping: signals.stopping,
    });
  } finally {
    signals.release();
    await (await opened?.catch(() => undefined))?.close();
  }
}

async function* linesOf(ads: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const ad of ads) yield JSON.stringify(ad);
}

/** The first signal asks for an orderly end, the second does not wait for it. */
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
