import { chmodSync, mkdirSync } from 'node:fs';
import { addPerson } from '@magpie/server/auth/people';
import { countTotalsSince } from '@magpie/server/ads/totals.sql';
import { mergeTables } from '@magpie/server/ads/optimizeTables.sql';
import { loadDemo } from '@magpie/server/ingestion/demo/loadDemo';
import { openInstance, type Instance } from '@magpie/server/app';
import { readConfig } from '@magpie/server/config/config';
import { openDataFolder } from '@magpie/server/config/dataFolder';
import { createLog } from '@magpie/server/config/log';
import { exportFile, exportTable, tableNames } from '../research/export.sql.ts';
import {
  addCopy,
  findSubjects,
  keepOriginals,
  rebuildTrending,
  someNames,
  type Subjects,
} from '../research/growth.sql.ts';
import { today } from '../harness.ts';

export interface Load {
  readonly dataFolder: string;
  /** Ads that are imported normally. */
  readonly originals: number;
  readonly isBegun: boolean;
  /** Copies of them to add, numbered from 1 on, the last left out. */
  readonly copies: { readonly from: number; readonly to: number };
  readonly people: number;
  /** How many advertisers the mixed load is about. */
  readonly advertisers: number;
  /** For the files for peers; null for none. */
  readonly exportFolder: string | null;
}

export interface Loaded {
  readonly subjects: Subjects;
  readonly keys: readonly string[];
  /** Advertisers for the mixed load. */
  readonly names: readonly string[];
}

/** Brings the index of a data folder to a size, and writes what peers hold to files. */
const load = JSON.parse(process.argv[2] ?? '') as Load;
const printProgress = (text: string): void => void process.stderr.write(`${text}\n`);

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
  for (const table of tableNames) {
    for (const format of ['CSV', 'Parquet'] as const) {
      const file = exportFile(folder, table, format);
      await exportTable(clickhouse, table, file, format);
      // PostgreSQL runs as another account.
      chmodSync(file, 0o644);
    }
  }
}

/** One per connection, since some procedures are limited to 60 requests per minute and user. */
async function addPeople({ db }: Instance): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < load.people) keys.push((await addPerson(db, `reader${keys.length}@example.com`)).key);
  return keys;
}

const config = readConfig({ MAGPIE_DATA_DIR: load.dataFolder });
const instance = await openInstance(openDataFolder(load.dataFolder), config, createLog('warn'));
if (!load.isBegun) await importOriginals(instance);
if (load.copies.from < load.copies.to) await addCopies(instance);
if (load.exportFolder !== null) await exportAll(instance, load.exportFolder);
const loaded: Loaded = {
  subjects: await findSubjects(instance.clickhouse, load.originals),
  keys: await addPeople(instance),
  names: await someNames(instance.clickhouse, load.advertisers),
};
await instance.close();
process.stdout.write(JSON.stringify(loaded));
// The thread that reads words has nothing left to do, and would keep the process.
process.exit();
