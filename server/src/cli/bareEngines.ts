import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { Config } from '../config/config.ts';
import { openDataFolder } from '../config/dataFolder.ts';
import { createLog, type Logger } from '../config/log.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';

/** Both engines with their current schema, not migrated. */
export interface BareEngines {
  readonly db: PostgresEngine;
  readonly clickhouse: ClickHouseEngine;
  readonly log: Logger;
}

/** Opens the engines of a data folder that no server uses, without migrations, and closes them after the work. */
export async function withBareEngines<Result>(
  config: Config,
  work: (engines: BareEngines) => Promise<Result>,
): Promise<Result> {
  const folder = openDataFolder(config.dataFolder);
  const { openClickHouse } = await import('../db/clickhouse/clickhouse.ts');
  const { connectPostgres } = await import('../db/postgres/postgres.ts');
  const log = createLog('warn');
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
