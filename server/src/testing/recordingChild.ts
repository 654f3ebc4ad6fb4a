import { openClickHouse, type ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { createPool } from '../db/postgres/pool.ts';
import { openAd, plainCatalog } from './catalog.ts';
import { silentLog } from './clickhouse.ts';
import type { RecordingOrder } from './recordingNodes.ts';

/** A node that records ads, and dies by SIGKILL in the middle; started with `recordInChild`. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `recordInChild`
const order = JSON.parse(process.argv.at(-1) ?? '') as RecordingOrder;
const { url, connection, ads, sighting, dieAfter } = order;

const clickhouse = await openClickHouse({ url, cluster: null, dataFolder: '', log: silentLog });
const db = createPool(connection, silentLog, 4);

let left = dieAfter;
const dieWhenDue = (): void => {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
const mortal: ClickHouse = {
  ...clickhouse,
  write: async (statement, parameters) => {
    await clickhouse.write(statement, parameters);
    dieWhenDue();
  },
  insert: async (table, rows) => {
    await clickhouse.insert(table, rows);
    dieWhenDue();
  },
};
await plainCatalog(mortal, db).recordAds(
  ads.map((ad) => openAd(ad)),
  { ...sighting, seenAt: new Date(sighting.seenAt) },
);
await Promise.all([clickhouse.close(), db.close()]);
