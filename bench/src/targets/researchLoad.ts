import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { addPerson } from '@magpie/server/auth/people';
import { countTotalsSince } from '@magpie/server/ads/totals.sql';
import { mergeTables } from '@magpie/server/ads/optimizeTables.sql';
import { loadDemo } from '@magpie/server/ingestion/demo/loadDemo';
import { openInstance, type Instance } from '@magpie/server/app';
import { readConfig } from '@magpie/server/config/config';
import { openDataFolder } from '@magpie/server/config/dataFolder';
import { createLog } from '@magpie/server/config/log';
import { exportCsv, exported, exportParquet } from '../research/export.sql.ts';
import {
  addCopy,
  keepOriginals,
  largestOfAll,
  originalWith,
  rebuildTrending,
} from '../research/growth.sql.ts';
import type { Load, Loaded } from '../research/load.ts';

/** Brings the index of a data folder to a size, and writes what peers hold to files. */
const load = JSON.parse(process.argv[2] ?? '') as Load;
const printProgress = (text: string): void => void process.stderr.write(`${text}\n`);
const today = new Date().toISOString().slice(0, 10);

async function importOriginals({ index, clickhouse }: Instance): Promise<void> {
  await loadDemo(index.catalog, {
    ads: load.originals,
    today,
    stopping: new AbortController().signal,
    progress: (done) => {
      if (done % 20_000 === 0) printProgress(`${done} of ${load.originals} ads imported`);
    },
  });
  await keepOriginals(clickhouse);
}

async function addCopies({ clickhouse }: Instance): Promise<void> {
  for (let copy = load.copies.from; copy < load.copies.to; copy += 1) {
    await addCopy(clickhouse, copy);
    if (copy % 10 === 0) printProgress(`${(copy + 1) * load.originals} ads made`);
  }
  await rebuildTrending(clickhouse);
  await countTotalsSince(clickhouse, new Date(0));
  await mergeTables(clickhouse);
}

async function exportAll({ clickhouse }: Instance, folder: string): Promise<void> {
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  for (const table of Object.keys(exported)) {
    const files = { csv: path.join(folder, `${table}.csv`), parquet: path.join(folder, `${table}.parquet`) };
    await exportCsv(clickhouse, table, files.csv);
    await exportParquet(clickhouse, table, files.parquet);
    // The account of PostgreSQL is another.
    for (const file of Object.values(files)) chmodSync(file, 0o644);
  }
}

/** One per connection, since some procedures are limited to 60 requests per minute and user. */
async function addPeople({ db }: Instance): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < load.people) keys.push((await addPerson(db, `reader${keys.length}@example.com`)).key);
  return keys;
}

async function subjects({ clickhouse }: Instance): Promise<Loaded['subjects']> {
  const found = {
    largest: await largestOfAll(clickhouse),
    large: await originalWith(clickhouse, load.originals),
    middle: await originalWith(clickhouse, 200),
    small: await originalWith(clickhouse, 10),
  };
  const { largest, large, middle, small } = found;
  if (largest === undefined || large === undefined || middle === undefined || small === undefined) {
    throw new Error('The index has no ads.');
  }
  return { largest, large, middle, small };
}

const config = readConfig({ MAGPIE_DATA_DIR: load.dataFolder });
const instance = await openInstance(openDataFolder(load.dataFolder), config, createLog('warn'));
if (!load.isBegun) await importOriginals(instance);
if (load.copies.from < load.copies.to) await addCopies(instance);
if (load.exportFolder !== null) await exportAll(instance, load.exportFolder);
const loaded: Loaded = { subjects: await subjects(instance), keys: await addPeople(instance) };
await instance.close();
process.stdout.write(JSON.stringify(loaded));
// The thread that reads words has nothing left to do, and would keep the process.
process.exit();
