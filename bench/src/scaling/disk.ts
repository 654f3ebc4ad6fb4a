import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { createLog } from '@magpie/server/config/log';
import { openPostgres } from '@magpie/server/db/postgres/postgres';
import { numberIn } from '../numberIn.ts';
import { startService } from '../process.ts';
import { markdown, thousands } from '../table.ts';
import { memoryOf, peakMegabytes } from '../usage.ts';
import { databaseBytes, indexTables, type TableSize } from './disk.sql.ts';

const help = `Usage: npm run bench:disk -- [--ads n[,n…]]

Loads demo ads into an empty data folder, once for each number, and prints what they take: bytes on disk of every table,
the time of the load, and the memory of the load and of the service afterwards, before and after all names were read.

  --ads n,n   how many ads, from 1000 to 10000000 (default 100000)
  --help      print this and do nothing`;

const log = createLog('warn');
const mostAds = 10_000_000;

interface Load {
  readonly adsPerSecond: number;
  readonly peak: number | undefined;
}

/** The command as people start it, on an empty data folder: start, merging and embedding included. */
async function load(ads: number, dataFolder: string): Promise<Load> {
  const program = fileURLToPath(new URL('../../../scripts/run.cjs', import.meta.url));
  const startedAt = performance.now();
  const words = ['--max-semi-space-size=32', program, 'demo', '--ads', String(ads)];
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, MAGPIE_DATA_DIR: dataFolder },
  });
  const isOver = once(child, 'close').then(() => true);
  let peak: number | undefined;
  while (!(await Promise.race([isOver, sleep(250, false)]))) peak = peakMegabytes(child.pid ?? 0) ?? peak;
  if (child.exitCode !== 0) throw new Error('Loading the ads failed; its message is above.');
  return { adsPerSecond: ads / ((performance.now() - startedAt) / 1000), peak };
}

async function sizesIn(dataFolder: string): Promise<{ tables: TableSize[]; postgres: number }> {
  const clickhouse = await openClickHouse({ url: null, cluster: null, dataFolder, log });
  const db = await openPostgres({ databaseUrl: null, dataFolder, log });
  try {
    return { tables: await indexTables(clickhouse), postgres: await databaseBytes(db) };
  } finally {
    await Promise.all([clickhouse.close(), db.close()]);
  }
}

/** What the process of the service holds when it is idle, and once somebody has looked for a name. */
async function serviceMemory(dataFolder: string, folder: string): Promise<[idle: number, named: number]> {
  const key = randomBytes(20).toString('hex');
  const { service } = await startService(
    { MAGPIE_DATA_DIR: dataFolder, MAGPIE_DEMO_ADS: '0', MAGPIE_BOOTSTRAP_KEY: key },
    folder,
  );
  try {
    await sleep(5000);
    const idle = memoryOf(service.pid)?.own.residentMegabytes ?? Number.NaN;
    const question = encodeURIComponent(JSON.stringify({ name: 'sleep' }));
    const reply = await fetch(`${service.address}/api/v1/trpc/ads.listTopCompanies?input=${question}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (reply.status !== 200) throw new Error(`Looking for a name answered ${reply.status}.`);
    await sleep(2000);
    return [idle, memoryOf(service.pid)?.own.residentMegabytes ?? Number.NaN];
  } finally {
    await service.stop();
  }
}

async function measure(ads: number): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-bench-'));
  // As root the embedded PostgreSQL is another account, which must be able to pass through.
  chmodSync(folder, 0o711);
  try {
    const dataFolder = path.join(folder, 'data');
    const { adsPerSecond, peak } = await load(ads, dataFolder);
    const { tables, postgres } = await sizesIn(dataFolder);
    const [idle, named] = await serviceMemory(dataFolder, folder);
    const all = tables.reduce((sum, { bytes }) => sum + bytes, 0);
    const row = (name: string, rows: string, bytes: number): string[] => [
      name,
      rows,
      thousands(bytes),
      (bytes / ads).toFixed(1),
    ];
    console.log(
      `\n${thousands(ads)} ads, ${thousands(adsPerSecond)} a second, at most ${thousands(peak ?? 0)} MB.`,
    );
    console.log(
      `The service: ${thousands(idle)} MB idle, ${thousands(named)} MB when all names were read.\n`,
    );
    const rows = tables.map(({ name, rows: count, bytes }) => row(name, thousands(count), bytes));
    rows.push(row('ClickHouse in all', '', all), row('PostgreSQL', '', postgres));
    console.log(markdown(['Table', 'Rows', 'Bytes', 'Bytes an ad'], rows));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: { ads: { type: 'string', default: '100000' }, help: { type: 'boolean' } },
});
if (values.help === true) console.log(help);
else {
  for (const text of values.ads.split(',')) {
    const ads = numberIn(text, 1000, mostAds);
    if (ads === undefined) throw new Error(`--ads: expected whole numbers from 1000 to ${mostAds}.`);
    await measure(ads);
  }
}
