import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { demoAds } from '@magpie/demo/demoAds';
import type { Recorded } from './targets/recordAds.ts';
import { markdown, percent, thousands } from './table.ts';
import { peakMegabytes } from './usage.ts';

const help = `Usage: npm run bench:index -- [--ads n[,n…]] [--import-only]

Measures how fast ads go into the index, in one run for each number of demo ads: rows that are ready, inserted by the
engine alone; ready ads through recordAds; and a whole import of a file in the open format with all enrichment.

  --ads n,n      how many ads (default 100000)
  --import-only  only the whole import, which is the half of it
  --help         print this and do nothing`;

/** As `npm run magpie` starts it. */
const asUsual = '--max-semi-space-size=32';

const today = new Date().toISOString().slice(0, 10);

interface Order {
  readonly sizes: readonly number[];
  readonly importOnly: boolean;
}

function orderIn(words: readonly string[]): Order | null {
  const { values } = parseArgs({
    args: [...words],
    options: {
      ads: { type: 'string', default: '100000' },
      'import-only': { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return null;
  const sizes = values.ads.split(',').map(Number);
  if (sizes.every((size) => Number.isInteger(size) && size >= 10_000 && size <= 10_000_000)) {
    return { sizes, importOnly: values['import-only'] };
  }
  throw new Error('--ads: expected whole numbers from 10000 to 10000000, separated by commas.');
}

interface Imported {
  readonly adsPerSecond: number;
  readonly peakMegabytes: number | undefined;
}

/** Engine alone and recordAds take turns in one process, each on its own tables. */
async function measureRecording(ads: number, folder: string): Promise<Recorded> {
  const program = fileURLToPath(new URL('targets/recordAds.js', import.meta.url));
  const child = spawn(process.execPath, [asUsual, program, String(ads), today, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error('Measuring recordAds failed; its message is above.');
  return JSON.parse(printed) as Recorded;
}

function* lines(ads: number): Generator<string> {
  for (const ad of demoAds({ ads, today })) yield `${JSON.stringify(ad)}\n`;
}

/** The command itself, on an empty data folder, start and merge included. */
async function measureImport(ads: number, folder: string): Promise<Imported> {
  const file = path.join(folder, 'ads.jsonl');
  await pipeline(Readable.from(lines(ads)), createWriteStream(file));
  console.error(`Importing ${thousands(statSync(file).size / 1e6)} MB …`);
  const program = fileURLToPath(new URL('../../scripts/run.cjs', import.meta.url));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [asUsual, program, 'import', file, '--source', 'magpie'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, MAGPIE_DATA_DIR: path.join(folder, 'data') },
  });
  const ended = once(child, 'close');
  let peak: number | undefined;
  const isOver = ended.then(() => true);
  while (!(await Promise.race([isOver, sleep(250, false)]))) peak = peakMegabytes(child.pid ?? 0) ?? peak;
  if (child.exitCode !== 0) throw new Error('The import failed; its message is above.');
  return { adsPerSecond: ads / ((performance.now() - startedAt) / 1000), peakMegabytes: peak };
}

async function measure(ads: number, importOnly: boolean): Promise<string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-bench-'));
  // As root the embedded PostgreSQL is another account, which must be able to pass through.
  chmodSync(folder, 0o711);
  try {
    const recording = importOnly ? null : await measureRecording(ads, path.join(folder, 'recording'));
    const { adsPerSecond, peakMegabytes: peak } = await measureImport(ads, folder);
    return [
      thousands(ads),
      ...(recording === null ? ['–', '–', '–'] : recordingCells(recording)),
      thousands(adsPerSecond),
      recording === null ? '–' : percent(adsPerSecond / recording.engine),
      peak === undefined ? '–' : `${thousands(peak)} MB`,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function recordingCells({ engine, recordAds }: Recorded): string[] {
  return [thousands(engine), thousands(recordAds), percent(recordAds / engine)];
}

const titles = [
  'Ads',
  'Engine alone, rows/s',
  'recordAds, ads/s',
  'To engine (aim ≥ 50 %)',
  'Full import, ads/s (aim ≥ 5,000)',
  'To engine',
  'Peak memory (aim < 1,500 MB)',
];

const order = orderIn(process.argv.slice(2));
if (order === null) console.log(help);
else {
  console.log(`Node ${process.versions.node}, ${os.availableParallelism()} cores.\n`);
  const rows: string[][] = [];
  for (const size of order.sizes) rows.push(await measure(size, order.importOnly));
  console.log(markdown(titles, rows));
}
