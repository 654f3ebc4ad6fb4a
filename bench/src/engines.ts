import { createLog } from '@magpie/server/config/log';
import { openClickHouse, type ClickHouseEngine } from '@magpie/server/db/clickhouse/clickhouse';
import { migrateClickHouse } from '@magpie/server/db/clickhouse/migrate';
import { openPostgres, type PostgresEngine } from '@magpie/server/db/postgres/postgres';

export const silentLog = createLog('silent');

export async function openIndex(dataFolder: string): Promise<ClickHouseEngine> {
  const clickhouse = await openClickHouse({ url: null, cluster: null, dataFolder, log: silentLog });
  await migrateClickHouse(clickhouse, { cluster: null, log: silentLog });
  return clickhouse;
}

export function openDatabase(dataFolder: string): Promise<PostgresEngine> {
  return openPostgres({ databaseUrl: null, dataFolder, log: silentLog });
}
