import { findAdvertisers, type DirectoryParts, largestMatching } from '@magpie/server/advertisers/directory';
import { parseName } from '@magpie/server/advertisers/parsedName';
import { createNameIndex } from '@magpie/server/advertisers/nameIndex';
import { findSimilarByVector } from '@magpie/server/advertisers/similar.sql';
import { createVectorIndex, type VectorIndex } from '@magpie/server/advertisers/vectorIndex';
import { advertiserId, normalizeAdvertiserName } from '@magpie/server/ads/identity';
import { mergeTables } from '@magpie/server/ads/optimizeTables.sql';
import { generateAdvertiser, type Advertiser } from '@magpie/demo/advertisers';
import { createDemoSeed } from '@magpie/demo/demoSeed';
import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { insertVectors, vectorModel } from './directory.sql.ts';
import { openIndex } from './engines.ts';
import { measureNames, measureVectors } from './inMemory.ts';
import {
  markdown,
  median,
  quantile,
  runBenchmark,
  sum,
  takeTurns,
  thousands,
  timed,
  usedBytes,
  withFolder,
} from './harness.ts';

const world = createDemoSeed('directory', '2026-01-01');

const questions: Readonly<Record<string, (advertiser: Advertiser) => string>> = {
  'the whole name': ({ name }) => name,
  'its first letter': ({ name }) => Array.from(name).slice(0, 1).join(''),
  'its first three letters': ({ name }) => Array.from(name).slice(0, 3).join(''),
  'its last word': ({ name }) => name.split(' ').at(-1) ?? name,
  'its domain': ({ slug }) => `https://www.${slug}.com/sale`,
  'a letter left out': ({ name }) => Array.from(name).toSpliced(3, 1).join(''),
  'two letters swapped': ({ name }) => name.replace(/^(.)(.)(.)/u, '$1$3$2'),
  'a name that nobody has': ({ rank }) => `Quetzalcoatl ${rank} & Söhne`,
  'five words that nobody has': ({ rank }) => `the quick brown jumping fox${rank}`,
};

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

/** The cells of each query: median, 95th percentile and CPU time. */
async function measureAll(parts: DirectoryParts, vectors: VectorIndex, advertisers: number, rounds: number) {
  const nth = (round: number): Advertiser => generateAdvertiser(world, ((round + 10) * 7919) % advertisers);
  const queries: Record<string, (round: number) => Promise<unknown>> = {};
  for (const [name, getText] of Object.entries(questions)) {
    queries[`find by ${name}`] = (round) => findAdvertisers(parts, parseName(getText(nth(round))), 20);
  }
  queries['the largest 50'] = () => parts.names.largest(50);
  queries['the largest 50 of two letters'] = (round) =>
    largestMatching(parts, parseName(nth(round).name.slice(0, 2)), 50);
  queries['the ten most similar'] = async (round) =>
    vectors.nearest({
      advertiserId: advertiserId(nth(round).name),
      limit: 10,
      recording: await parts.newestRecording(),
      hasAds: () => true,
    });
  queries['the ten most similar, all compared by ClickHouse'] = (round) => {
    const key = { model: vectorModel, advertiserId: advertiserId(nth(round).name) };
    return findSimilarByVector(parts.clickhouse, key, null, 10);
  };
  const results = await takeTurns(Object.entries(queries), { rounds }, ([, query], round) =>
    timed(() => query(round)),
  );
  return new Map(
    [...results].map(([[name], runs]): [string, string[]] => {
      const times = runs.map(({ milliseconds }) => milliseconds);
      const cpu = sum(runs.map(({ cpuMilliseconds }) => cpuMilliseconds)) / rounds;
      return [name, [median(times), quantile(times, 0.95), cpu].map((time) => `${time.toFixed(1)} ms`)];
    }),
  );
}

async function measure(dataFolder: string, advertisers: number, rounds: number): Promise<void> {
  const clickhouse = await openIndex(dataFolder);
  try {
    await load(clickhouse, 0, advertisers, 10_000);
    await insertVectors(clickhouse);
    await mergeTables(clickhouse);
    let recording = 1;
    const newestRecording = (): number => recording;
    const names = createNameIndex({ clickhouse, newestRecording });
    const parts = { clickhouse, names, newestRecording };
    const emptyBytes = usedBytes();
    const first = await timed(() => names.names());
    const bytesPerName = (usedBytes() - emptyBytes) / advertisers;
    const vectors = createVectorIndex(clickhouse);
    const loading = await timed(() => vectors.load(vectorModel, recording));
    const merged = await measureAll(parts, vectors, advertisers, rounds);
    await load(clickhouse, 0, 500, 100);
    recording += 1;
    const again = await timed(() => names.names());
    const unmerged = await measureAll(parts, vectors, advertisers, rounds);
    console.log(
      `${thousands(advertisers)} advertisers, ${rounds} rounds. All names were read in ${thousands(first.milliseconds)} ms, what five recordings changed in ${thousands(again.milliseconds)} ms; each takes ${thousands(bytesPerName)} bytes of memory. All vectors were read in ${thousands(loading.milliseconds)} ms.\n`,
    );
    const rows = [...merged].map(([name, cells]) => [name].concat(cells, unmerged.get(name) ?? []));
    console.log(markdown('Question | Median | 95 % | CPU | Unmerged: median | 95 % | CPU', rows));
  } finally {
    await clickhouse.close();
  }
}

await runBenchmark(
  'directory',
  `Measures how long it takes to find advertisers among demo names in the embedded ClickHouse: median and 95th percentile,
each round another name, with merged tables and with the rows of small recordings in addition. --names and --vectors are
how many synthetic names and vectors are searched in memory, without ClickHouse; 0 for --advertisers omits ClickHouse.`,
  { advertisers: 100_000, rounds: 60, names: [1_000_000], vectors: [200_000] },
  async ({ advertisers, rounds, names, vectors }) => {
    if (advertisers > 0) await withFolder((folder) => measure(folder, advertisers, rounds));
    for (const count of names) await measureNames(count, rounds);
    for (const count of vectors) await measureVectors(count, rounds);
  },
);
