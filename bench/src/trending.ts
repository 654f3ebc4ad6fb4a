import { isDeepStrictEqual } from 'node:util';
import { createTrendingDays, rankAdvertisers, rankTags } from '@magpie/server/trending/trendingDays';
import { rankedTags, topAdvertisers, type Window } from '@magpie/server/trending/trending.sql';
import { findAxes, saturationHandler } from '@magpie/server/trending/saturation';
import { createSaturationRows, type SaturationMemory } from '@magpie/server/trending/saturationRows';
import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { contract } from '@magpie/contract';
import { openIndex } from './engines.ts';
import { markdown, median, quantile, runBenchmark, thousands, timed, today, withFolder } from './harness.ts';
import { countAdvertisers, fillCategories, fillTrending } from './trending.sql.ts';

const windows: Readonly<Record<string, Window>> = {
  '7 days': { windowDays: 7, limit: 50 },
  '90 days': { windowDays: 90, limit: 50 },
  '90 days, one country': { windowDays: 90, country: 'US', limit: 50 },
  '90 days, one platform': { windowDays: 90, platform: 'facebook', limit: 50 },
};

/** A tenth of all advertisers each. */
const categories = 10;

const maps: Readonly<Record<string, object>> = {
  '30 days': { category: 'Category 1', windowDays: 30 },
  '45 days': { category: 'Category 1', windowDays: 45 },
  '45 days, one country': { category: 'Category 1', windowDays: 45, country: 'US' },
};

/** As many angles and offers as the taxonomy has. */
const tagDefinitions = Array.from({ length: 27 + 37 }, (_, at) => ({
  tagDefinitionId: at + 1,
  category: at < 27 ? 'ad angle' : 'offer',
  shortText: `Tag ${at + 1}`,
}));

/** The aim in milliseconds for 1,000,000 ads. */
const mapAim = 50;

/** A question in both ways. */
interface Pair {
  readonly name: string;
  readonly fromMemory: () => unknown;
  readonly byStatement: () => unknown;
  readonly aim?: number;
}

const recording = 2;

async function listRankings(clickhouse: ClickHouse): Promise<readonly Pair[]> {
  const days = createTrendingDays(clickhouse);
  const before = process.memoryUsage();
  const loaded = await timed(() => days.refresh(1, today));
  const after = process.memoryUsage();
  const refreshed = await timed(() => days.refresh(recording, today));
  const sums = days.at(recording, today);
  if (sums === null) throw new Error('The sums are not in memory.');
  const bytes = after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed;
  console.log(
    `The sums of 90 days take ${(bytes / 1e6).toFixed(1)} MB; reading them took ${thousands(loaded.milliseconds)} ms, reading all days again ${thousands(refreshed.milliseconds)} ms.`,
  );
  return Object.entries(windows).flatMap(([name, window]): Pair[] => [
    {
      name: `top tags, ${name}`,
      fromMemory: () => rankTags(sums, window),
      byStatement: () => rankedTags(clickhouse, window, today),
    },
    {
      name: `top advertisers, ${name}`,
      fromMemory: () => rankAdvertisers(sums, window),
      byStatement: () => topAdvertisers(clickhouse, window, today),
    },
  ]);
}

function listMaps(clickhouse: ClickHouse, map: SaturationMemory): Pair[] {
  const [fromMemory, byStatement] = [map, createSaturationRows(clickhouse, findAxes(tagDefinitions), 0)].map(
    (memory) => {
      const aliases = { resolveIds: async () => [], resolveNames: async () => [] };
      const handle = saturationHandler({ clickhouse, today: () => today, tagDefinitions, aliases }, memory);
      return (input: object): unknown => {
        const call = {
          input: contract.trending.saturation.input.parse(input),
          newestRecording: () => recording,
        };
        return handle(call as Parameters<typeof handle>[0]);
      };
    },
  );
  return Object.entries(maps).map(([name, input]) => ({
    name: `saturation of a category, ${name}`,
    fromMemory: () => fromMemory?.(input),
    byStatement: () => byStatement?.(input),
    aim: mapAim,
  }));
}

async function measurePair({ name, fromMemory, byStatement, aim }: Pair, rounds: number) {
  const [memory, statement]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const ours = await timed(fromMemory);
    const theirs = await timed(byStatement);
    if (!isDeepStrictEqual(ours.value, theirs.value)) throw new Error(`${name}: answers differ.`);
    memory.push(ours.milliseconds);
    statement.push(theirs.milliseconds);
  }
  const cells = [memory, statement].flatMap((times) => [median(times), quantile(times, 0.95)]);
  return [name, ...cells.map((time) => `${time.toFixed(1)} ms`), aim === undefined ? '' : `${aim} ms`];
}

async function measure(clickhouse: ClickHouse, ads: number, rounds: number): Promise<void> {
  console.log(`\n${thousands(ads)} ads of two years, ${rounds} rounds.`);
  await clickhouse.write('TRUNCATE TABLE trending_ads');
  await fillTrending(clickhouse, ads, today);
  await fillCategories(clickhouse, countAdvertisers(ads), categories);
  const rankings = await listRankings(clickhouse);
  const map = createSaturationRows(clickhouse, findAxes(tagDefinitions));
  const before = process.memoryUsage();
  const loaded = await timed(() => map.refresh(recording, today));
  const after = process.memoryUsage();
  const bytes = after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed;
  console.log(
    `The ads of the saturation take ${(bytes / 1e6).toFixed(1)} MB; reading them took ${thousands(loaded.milliseconds)} ms.`,
  );
  const rows: string[][] = [];
  for (const pair of [...rankings, ...listMaps(clickhouse, map)]) rows.push(await measurePair(pair, rounds));
  console.log(`\n${markdown('Question | In memory: median | 95 % | Statement: median | 95 % | Aim', rows)}`);
}

await runBenchmark(
  'trending',
  `Measures the leaderboards and the saturation on synthetic ads in the embedded ClickHouse: from memory, beside the
statement that queries the ads, which must give the same answers.`,
  { ads: [100_000, 1_000_000], rounds: 21 },
  ({ ads, rounds }) =>
    withFolder(async (folder) => {
      const clickhouse = await openIndex(folder);
      try {
        for (const count of ads) await measure(clickhouse, count, rounds);
      } finally {
        await clickhouse.close();
      }
    }),
);
