import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { findAdvertisers, type DirectoryParts, largestMatching } from '@magpie/server/advertisers/directory';
import { parseName } from '@magpie/server/advertisers/parsedName';
import { largestAdvertisers } from '@magpie/server/advertisers/directory.sql';
import { createNameIndex } from '@magpie/server/advertisers/nameIndex';
import { advertiserId, normalizeAdvertiserName } from '@magpie/server/ads/identity';
import { mergeTables } from '@magpie/server/ads/optimizeTables.sql';
import { generateAdvertiser, type Advertiser } from '@magpie/demo/advertisers';
import { createDemoSeed } from '@magpie/demo/demoSeed';
import { openClickHouse, type ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { migrateClickHouse } from '@magpie/server/db/clickhouse/migrate';
import { createLog } from '@magpie/server/config/log';
import { markdown, median, quantile, runBenchmark, thousands, wholeNumber, withFolder } from './harness.ts';

const world = createDemoSeed('directory', '2026-01-01');

/** What is typed to find an advertiser. */
const questions: Readonly<Record<string, (advertiser: Advertiser) => string>> = {
  'the whole name': ({ name }) => name,
  'its first letter': ({ name }) => Array.from(name).slice(0, 1).join(''),
  'its first three letters': ({ name }) => Array.from(name).slice(0, 3).join(''),
  'its last word': ({ name }) => name.split(' ').at(-1) ?? name,
  'its domain': ({ slug }) => `https://www.${slug}.com/sale`,
  'a letter left out': ({ name }) => Array.from(name).toSpliced(3, 1).join(''),
  'two letters swapped': ({ name }) => swapped(name),
  'a name that nobody has': ({ rank }) => `Quetzalcoatl ${rank} & Söhne`,
  'five words that nobody has': ({ rank }) => `the quick brown jumping fox${rank}`,
};

function swapped(name: string): string {
  const letters = Array.from(name);
  return [...letters.slice(0, 1), letters[2], letters[1], ...letters.slice(3)].join('');
}

/** Every advertiser with its totals, in batches as an import would write them. */
async function load(clickhouse: ClickHouse, from: number, to: number, batch: number): Promise<void> {
  for (let start = from; start < to; start += batch) {
    const some = Array.from({ length: Math.min(batch, to - start) }, (_, at) =>
      generateAdvertiser(world, start + at),
    );
    await clickhouse.insert('advertisers', some.map(advertiserRow));
    await clickhouse.insert('advertiser_totals', some.map(totalsRow));
  }
}

const seenAt = new Date();

function advertiserRow({ name, logoUrl, categories }: Advertiser): object {
  return {
    advertiser_id: advertiserId(name),
    name_key: normalizeAdvertiserName(name),
    name,
    brand_logo: logoUrl,
    categories,
    first_seen_at: seenAt,
    last_seen_at: seenAt,
    version: 1,
  };
}

function totalsRow({ name, slug, rank, dailyReach, logoUrl }: Advertiser): object {
  const ads = Math.ceil(100_000 / (rank + 10));
  return {
    advertiser_id: advertiserId(name),
    name,
    name_key: normalizeAdvertiserName(name),
    brand_logo: logoUrl,
    ads,
    reach: Math.round(ads * dailyReach),
    platforms: ['facebook', 'instagram'],
    domains: [`${slug}.com`],
    built_at: seenAt,
  };
}

const warmUp = 3;

interface Times {
  readonly median: number;
  readonly slow: number;
  /** Of all threads, for one question. */
  readonly processor: number;
}

async function timesOf(rounds: number, query: (round: number) => Promise<unknown>): Promise<Times> {
  for (let round = 0; round < warmUp; round += 1) await query(rounds + round);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await query(round);
    times.push(performance.now() - startedAt);
  }
  const { user, system } = process.cpuUsage(before);
  return {
    median: median(times),
    slow: quantile(times, 0.95),
    processor: (user + system) / 1000 / rounds,
  };
}

async function measureAll(
  parts: DirectoryParts,
  advertisers: number,
  rounds: number,
): Promise<Map<string, Times>> {
  const nth = (round: number): Advertiser => generateAdvertiser(world, (round * 7919) % advertisers);
  const times = new Map<string, Times>();
  for (const [name, typed] of Object.entries(questions)) {
    const query = (round: number) => findAdvertisers(parts, parseName(typed(nth(round))), 20);
    times.set(`find by ${name}`, await timesOf(rounds, query));
  }
  times.set('the largest 50', await timesOf(rounds, () => largestAdvertisers(parts.clickhouse, 50)));
  const search = (round: number) => largestMatching(parts, parseName(nth(round).name.slice(0, 2)), 50);
  times.set('the largest 50 of two letters', await timesOf(rounds, search));
  return times;
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return Math.round(performance.now() - startedAt);
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is in use and not only not yet given back. */
function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function measure(dataFolder: string, advertisers: number, rounds: number): Promise<void> {
  const log = createLog('silent');
  const clickhouse = await openClickHouse({ url: null, cluster: null, dataFolder, log });
  try {
    await migrateClickHouse(clickhouse, { cluster: null, log });
    await load(clickhouse, 0, advertisers, 10_000);
    await mergeTables(clickhouse);
    let recording = 1;
    const newestRecording = (): number => recording;
    const names = createNameIndex({ clickhouse, newestRecording });
    const parts = { clickhouse, names, newestRecording };
    const emptyHeap = heapBytes();
    const first = await millisecondsOf(() => names.entries());
    const bytesOfName = (heapBytes() - emptyHeap) / advertisers;
    const merged = await measureAll(parts, advertisers, rounds);
    await load(clickhouse, 0, 500, 100);
    recording += 1;
    const again = await millisecondsOf(() => names.entries());
    const beside = await measureAll(parts, advertisers, rounds);
    console.log(
      `${thousands(advertisers)} advertisers, ${rounds} rounds. All names were read in ${first} ms, what five recordings changed in ${again} ms; each takes ${thousands(bytesOfName)} bytes of memory.\n`,
    );
    console.log(table(merged, beside));
  } finally {
    await clickhouse.close();
  }
}

function table(merged: ReadonlyMap<string, Times>, beside: ReadonlyMap<string, Times>): string {
  const shown = (time = Number.NaN): string => `${time.toFixed(1)} ms`;
  const cells = (times?: Times): string[] => [
    shown(times?.median),
    shown(times?.slow),
    shown(times?.processor),
  ];
  const rows = [...merged].map(([name, times]) => [[name], cells(times), cells(beside.get(name))].flat());
  return markdown(['Question', 'Median', '95 %', 'CPU', 'Unmerged: median', '95 %', 'CPU'], rows);
}

await runBenchmark(
  'npm run bench:directory --',
  `Measures how long it takes to find advertisers among demo names in the embedded ClickHouse: median and 95th percentile,
each round another name, with merged tables and with the rows of small recordings in addition.`,
  {
    advertisers: wholeNumber('advertisers', 100_000, 1000, 1_000_000),
    rounds: wholeNumber('how often each query runs', 60, 10, 1000),
  },
  ({ advertisers, rounds }) => withFolder((folder) => measure(folder, advertisers, rounds)),
);
