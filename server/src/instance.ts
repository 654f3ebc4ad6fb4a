import type { Redis } from 'ioredis';
import { createAdIndex, type AdIndex } from './adIndex.ts';
import { removeIndexMark } from './backup/clickhouse.sql.ts';
import { removeClones } from './backup/moment.ts';
import { alignRecordings } from './ads/recordings.ts';
import { recordTagDefinitions } from './ads/tagDefinitions.sql.ts';
import { createEnrichment } from './enrichment/enrichment.ts';
import { createDrawing } from './integrations/drawing/drawing.ts';
import type { FileStore } from './integrations/storage/fileStore.ts';
import { openFiles } from './integrations/storage/files.ts';
import { openClickHouse, type ClickHouseEngine } from './db/clickhouse/clickhouse.ts';
import { migrateClickHouse } from './db/clickhouse/migrate.ts';
import { siteAddress } from './http/siteAddress.ts';
import type { Config } from './config/config.ts';
import type { DataFolder } from './config/dataFolder.ts';
import type { Logger } from './config/log.ts';
import { openPostgres, type PostgresEngine } from './db/postgres/postgres.ts';
import { closeRedis } from './db/redis/redis.ts';
import type { Maker } from './studio/makers/maker.ts';
import { openMakers } from './studio/makers/makers.ts';

/** Everything that one running Magpie holds: its folder, its engines, the index of ads on them, its files. */
export interface Instance {
  readonly config: Config;
  readonly log: Logger;
  readonly folder: DataFolder;
  readonly db: PostgresEngine;
  readonly clickhouse: ClickHouseEngine;
  readonly redis: Redis | null;
  readonly index: AdIndex;
  readonly files: FileStore;
  /** Who makes images, the one first who is asked unless told. */
  readonly makers: readonly Maker[];
  /** Where people reach the service, as far as it is known. */
  readonly siteAddress: () => string;
  close(): Promise<void>;
}

/** Opens the engines on the data folder, which is theirs from here on; when one does not open, nothing stays open. */
export async function openInstance(folder: DataFolder, config: Config, log: Logger): Promise<Instance> {
  const openingPostgres = openPostgres({ databaseUrl: config.databaseUrl, dataFolder: folder.path, log });
  const [postgres, clickhouse] = await Promise.allSettled([
    openingPostgres,
    openMigratedClickHouse(config, folder, log, openingPostgres),
  ]);
  if (postgres.status === 'rejected' || clickhouse.status === 'rejected') {
    if (postgres.status === 'fulfilled') await postgres.value.close();
    if (clickhouse.status === 'fulfilled') await clickhouse.value.close();
    folder.release();
    throw postgres.status === 'rejected' ? postgres.reason : (clickhouse as PromiseRejectedResult).reason;
  }
  const redis = await redisOf(config, log);
  // Pages that strangers look at are drawn by another thread, which does not wait for these images.
  const drawing = createDrawing();
  const instance: Instance = {
    config,
    log,
    folder,
    db: postgres.value,
    clickhouse: clickhouse.value,
    redis,
    index: createAdIndex(clickhouse.value, postgres.value, config),
    files: openFiles(config),
    makers: openMakers(config, drawing),
    siteAddress: () => siteAddress({ addresses: () => [] }, config),
    async close() {
      const closing = [
        postgres.value.close(),
        clickhouse.value.close(),
        redis === null ? Promise.resolve() : closeRedis(redis),
        drawing.close(),
      ];
      const failed = (await Promise.allSettled(closing)).find((part) => part.status === 'rejected');
      folder.release();
      if (failed !== undefined) throw failed.reason;
    },
  };
  try {
    await alignRecordings(instance.clickhouse, instance.db);
    await removeClones(instance);
    return instance;
  } catch (error) {
    await instance.close();
    throw error;
  }
}

/** Its client is loaded by those alone that have one. */
async function redisOf({ redisUrl }: Config, log: Logger): Promise<Redis | null> {
  if (redisUrl === null) return null;
  const { openRedis } = await import('./db/redis/openRedis.ts');
  return openRedis(redisUrl, log);
}

/** PostgreSQL says whether a restore is under way; until it does not, nothing is written here. */
async function openMigratedClickHouse(
  config: Config,
  folder: DataFolder,
  log: Logger,
  mayWrite: Promise<unknown>,
): Promise<ClickHouseEngine> {
  const { clickhouseUrl: url, clickhouseCluster: cluster } = config;
  const engine = await openClickHouse({ url, cluster, dataFolder: folder.path, log });
  try {
    await mayWrite;
    await removeIndexMark(engine, cluster);
    await migrateClickHouse(engine, { cluster, log });
    await recordTagDefinitions(engine, createEnrichment());
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
