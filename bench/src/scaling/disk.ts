import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, openIndex } from '../engines.ts';
import { markdown, runBenchmark, sum, thousands, withFolder } from '../harness.ts';
import { getUrl } from '../measure.ts';
import { runCommand, startService } from '../process.ts';
import { memoryOf } from '../usage.ts';
import { databaseBytes, indexTables, type TableSize } from './disk.sql.ts';

async function sizesIn(dataFolder: string): Promise<{ tables: TableSize[]; postgres: number }> {
  const clickhouse = await openIndex(dataFolder);
  const db = await openDatabase(dataFolder);
  try {
    return { tables: await indexTables(clickhouse), postgres: await databaseBytes(db) };
  } finally {
    await Promise.all([clickhouse.close(), db.close()]);
  }
}

/** Resident memory of the service when idle, and after the first search by name. */
async function serviceMemory(dataFolder: string, folder: string): Promise<[idle: number, named: number]> {
  const key = randomBytes(20).toString('hex');
  const { service } = await startService({ MAGPIE_DATA_DIR: dataFolder, MAGPIE_BOOTSTRAP_KEY: key }, folder);
  try {
    await sleep(5000);
    const idle = memoryOf(service.pid)?.own.residentMegabytes ?? Number.NaN;
    const url = `${service.address}${getUrl('ads.listTopCompanies', { name: 'sleep' })}`;
    const { status } = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    if (status !== 200) throw new Error(`ads.listTopCompanies: expected status 200, got ${status}.`);
    await sleep(2000);
    return [idle, memoryOf(service.pid)?.own.residentMegabytes ?? Number.NaN];
  } finally {
    await service.stop();
  }
}

async function measure(folder: string, ads: number): Promise<void> {
  const dataFolder = path.join(folder, 'data');
  // The command as users start it, on an empty data folder: start, merges and embedding included.
  const load = await runCommand(['demo', '--ads', String(ads)], { MAGPIE_DATA_DIR: dataFolder });
  const { tables, postgres } = await sizesIn(dataFolder);
  const [idle, named] = await serviceMemory(dataFolder, folder);
  const all = sum(tables.map(({ bytes }) => bytes));
  const row = (name: string, rows: string, bytes: number): string[] => [
    name,
    rows,
    thousands(bytes),
    (bytes / ads).toFixed(1),
  ];
  console.log(
    `\n${thousands(ads)} ads, ${thousands(ads / load.seconds)} a second, at most ${thousands(load.peakMegabytes ?? 0)} MB.`,
  );
  console.log(`The service: ${thousands(idle)} MB idle, ${thousands(named)} MB with all names in memory.\n`);
  const rows = tables.map(({ name, rows: count, bytes }) => row(name, thousands(count), bytes));
  rows.push(row('ClickHouse in all', '', all), row('PostgreSQL', '', postgres));
  console.log(markdown(['Table', 'Rows', 'Bytes', 'Bytes an ad'], rows));
}

await runBenchmark(
  'disk',
  `Loads demo ads into an empty data folder, once per number, and prints the bytes on disk of every table, the time of the
load, and the memory of the load and of the service afterwards, before and after all names were read.`,
  { ads: [100_000] },
  async ({ ads }) => {
    for (const size of ads) await withFolder((folder) => measure(folder, size));
  },
);
