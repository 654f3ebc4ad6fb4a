import type { Redis } from 'ioredis';
import { createAdIndex, type AdIndex } from './adIndex.ts';
import { removeIndexMark } from './backup/clickhouse.sql.ts';
import { removeClones } from './backup/snapshot.ts';
import { alignRecordings } from './ads/recordings.ts';
import { recordTagDefinitions } from './ads/tagDefinitions.sql.ts';
import { createEnrichment } from './enrichment/enrichment.ts';
import { createImageRenderer } from './integrations/drawing/drawing.ts';
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

/** The resources of a running Magpie: data folder, engines, ad index, files. */
export interface Instance {
  readonly config: Config;
  readonly log: Logger;
  readonly folder: DataFolder;
  readonly db: PostgresEngine;
  readonly clickhouse: ClickHouseEngine;
  readonly redis: Redis | null;
  readonly index: AdIndex;
  readonly files: FileStore;
  /** Image generators, the default one first. */
  readonly makers: readonly Maker[];
  /** The public address of the service, or its listen address. */
  readonly siteAddress: () => string;
  close(): Promise<void>;
}

/** Opens the engines and takes over the data folder; if one fails, closes everything and releases the folder. */
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
  // A separate thread from that of public pages, so that those do not wait for studio images.
  const drawing = createImageRenderer();
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

/** The client is loaded only if Redis is configured. */
async function redisOf({ redisUrl }: Config, log: Logger): Promise<Redis | null> {
  if (redisUrl === null) return null;
  const { openRedis } = await import('./db/redis/openRedis.ts');
  return openRedis(redisUrl, log);
}

/** Writes nothing until PostgreSQL has confirmed that no restore is in progress. */
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
