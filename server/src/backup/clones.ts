import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { migrations } from '../db/clickhouse/migrations.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as index from './clickhouse.sql.ts';
import { tryLockBackup } from './postgres.sql.ts';
import { findIndexTables } from './tables.ts';

/** Clones of the index tables, from which a backup is copied while recordings continue. */
export async function cloneIndexTables(clickhouse: ClickHouse): Promise<void> {
  const { own } = await findIndexTables(clickhouse, null, migrations);
  for (const { name } of index.marksFirst(own)) await index.cloneTable(clickhouse, name);
}

export async function dropClones(clickhouse: ClickHouse): Promise<void> {
  for (const name of await index.listClones(clickhouse)) await index.dropIndexTable(clickhouse, name);
}

/** Called at start: clones left by a killed backup occupy disk space. */
export async function removeClones(db: Postgres, clickhouse: ClickHouse): Promise<void> {
  if ((await index.listClones(clickhouse)).length === 0) return;
  await db.transaction(async (tx) => {
    if (await tryLockBackup(tx)) await dropClones(clickhouse);
  });
}
