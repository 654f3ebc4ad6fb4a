import { isDeepStrictEqual } from 'node:util';
import { createTrendingDays, rankAdvertisers, rankTags } from '@magpie/server/trending/trendingDays';
import { rankedTags, topAdvertisers, type Window } from '@magpie/server/trending/trending.sql';
import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { openIndex } from './engines.ts';
import { markdown, median, quantile, runBenchmark, thousands, timed, today, withFolder } from './harness.ts';
import { fillTrending } from './trending.sql.ts';

const windows: Readonly<Record<string, Window>> = {
  '7 days': { windowDays: 7, limit: 50 },
  '90 days': { windowDays: 90, limit: 50 },
  '90 days, one country': { windowDays: 90, country: 'US', limit: 50 },
  '90 days, one platform': { windowDays: 90, platform: 'facebook', limit: 50 },
};

async function measure(clickhouse: ClickHouse, ads: number, rounds: number): Promise<void> {
  await clickhouse.write('TRUNCATE TABLE trending_ads');
  await fillTrending(clickhouse, ads, today);
  const days = createTrendingDays(clickhouse);
  const before = process.memoryUsage();
  const loaded = await timed(() => days.refresh(1, today));
  const after = process.memoryUsage();
  const refreshed = await timed(() => days.refresh(2, today));
  const sums = days.at(2, today);
  if (sums === null) throw new Error('The sums are not in memory.');
  const rows: string[][] = [];
  for (const [name, window] of Object.entries(windows)) {
    const pairs = {
      'top tags': [() => rankTags(sums, window), () => rankedTags(clickhouse, window, today)],
      'top advertisers': [
        () => rankAdvertisers(sums, window),
        () => topAdvertisers(clickhouse, window, today),
      ],
    } as const;
    for (const [question, [fromMemory, byStatement]] of Object.entries(pairs)) {
      const [memory, statement]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        const ours = await timed<unknown>(fromMemory);
        const theirs = await timed<unknown>(byStatement);
        if (!isDeepStrictEqual(ours.value, theirs.value))
          throw new Error(`${question}, ${name}: answers differ.`);
        memory.push(ours.milliseconds);
        statement.push(theirs.milliseconds);
      }
      const cells = [memory, statement].flatMap((times) => [median(times), quantile(times, 0.95)]);
      rows.push([`${question}, ${name}`, ...cells.map((time) => `${time.toFixed(1)} ms`)]);
    }
  }
  const bytes = after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed;
  console.log(
    `\n${thousands(ads)} ads of two years, ${rounds} rounds. The sums of 90 days take ${(bytes / 1e6).toFixed(1)} MB; reading them took ${thousands(loaded.milliseconds)} ms, reading all days again ${thousands(refreshed.milliseconds)} ms.\n`,
  );
  console.log(markdown('Question | In memory: median | 95 % | Statement: median | 95 %', rows));
}

await runBenchmark(
  'trending',
  `Measures the leaderboards on synthetic ads in the embedded ClickHouse: from daily sums in memory, beside the statement
that queries the ads, which must give the same answers.`,
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
