import { createWriteStream, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { demoAds } from '@magpie/demo/demoAds';
import { openClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import { migrateClickHouse } from '@magpie/server/db/clickhouse/migrate';
import { openDatabase, silentLog } from './engines.ts';
import { markdown, percent, runBenchmark, sum, takeTurns, thousands, today, withFolder } from './harness.ts';
import { runCommand, runTarget, startTarget } from './process.ts';
import type { Recorded } from './targets/recordAds.ts';
import { partNames } from './targets/leaveOutHooks.ts';
import type { NodeResult } from './targets/recordNode.ts';

function* lines(ads: number): Generator<string> {
  for (const ad of demoAds({ ads, today })) yield `${JSON.stringify(ad)}\n`;
}

/** The command itself, on an empty data folder, start and merge included. */
async function measureImport(ads: number, folder: string, without: readonly string[] = []) {
  const file = path.join(folder, 'ads.jsonl');
  await pipeline(Readable.from(lines(ads)), createWriteStream(file));
  console.error(`Importing ${thousands(statSync(file).size / 1e6)} MB …`);
  const {
    seconds,
    peakMegabytes: peak,
    processorSeconds: processor,
  } = await runCommand(['import', file, '--source', 'magpie'], {
    MAGPIE_DATA_DIR: path.join(folder, 'data'),
    ...(without.length > 0 && {
      NODE_OPTIONS: `--import=${new URL('targets/leaveOut.js', import.meta.url).href}`,
      BENCH_WITHOUT: without.join(','),
    }),
  });
  return { adsPerSecond: ads / seconds, peak, processor };
}

async function measure(folder: string, ads: number, importOnly: boolean): Promise<string[]> {
  // The engine alone and recordAds alternate in one process, each with separate tables.
  const recording = importOnly
    ? null
    : ((await runTarget('recordAds', [String(ads), today, path.join(folder, 'recording')])) as Recorded);
  const { adsPerSecond, peak, processor } = await measureImport(ads, folder);
  const cell = (text: (recorded: Recorded) => string): string => (recording === null ? '–' : text(recording));
  return [
    thousands(ads),
    cell(({ engine }) => thousands(engine)),
    cell(({ recordAds }) => thousands(recordAds)),
    cell(({ engine, recordAds }) => percent(recordAds / engine)),
    thousands(adsPerSecond),
    cell(({ engine }) => percent(adsPerSecond / engine)),
    processor === undefined ? '–' : `${thousands((processor / ads) * 1e6)} µs`,
    peak === undefined ? '–' : `${thousands(peak)} MB`,
  ];
}

/** Whole imports with these parts and without them, in turns. */
async function measureParts(ads: number, without: readonly string[]): Promise<string[]> {
  const turns = await takeTurns([[], without], { rounds: 2, warmUp: 0 }, (left) =>
    withFolder((folder) => measureImport(ads, folder, left)),
  );
  const [all, rest] = Array.from(turns.values(), (runs) => ({
    seconds: sum(runs.map(({ adsPerSecond }) => 1 / adsPerSecond)) / runs.length,
    processor: sum(runs.map(({ processor = 0 }) => processor)) / runs.length,
  }));
  if (all === undefined || rest === undefined) throw new Error('Both were measured.');
  return [
    thousands(ads),
    thousands(1 / all.seconds),
    thousands(1 / rest.seconds),
    percent(all.seconds / rest.seconds - 1),
    percent(all.processor / rest.processor - 1),
  ];
}

const partsTitles = 'Ads | Import, ads/s | Without, ads/s | Added time (aim ≤ 30 %) | Added processor time';

function parseParts(without: string): string[] {
  const names = without.split(',').filter((name) => name !== '');
  if (names.every((name) => partNames.includes(name))) return names;
  throw new Error(`--without: expected ${partNames.join(', ')}, separated by commas.`);
}

interface NodesRun {
  readonly seconds: number;
  readonly nodes: readonly NodeResult[];
}

/** Nodes that record different ads of the same advertisers at the same time, on empty tables. */
function recordOnNodes(count: number, ads: number): Promise<NodesRun> {
  return withFolder(async (folder) => {
    const variables = { UV_THREADPOOL_SIZE: '16' };
    const server = await startTarget('clickhouseServer', [path.join(folder, 'clickhouse')], folder, {
      variables,
    });
    const db = await openDatabase(folder);
    const url = `${server.address}/magpie`;
    const clickhouse = await openClickHouse({ url, cluster: null, dataFolder: folder, log: silentLog });
    await migrateClickHouse(clickhouse, { cluster: null, log: silentLog });
    const nodes = await Promise.all(
      Array.from({ length: count }, (_, node) => {
        const args = [node, count, ads, today, url, JSON.stringify(db.connection)];
        return startTarget('recordNode', args.map(String), folder);
      }),
    );
    const startedAt = performance.now();
    const results = await Promise.all(nodes.map((node) => node.send<NodeResult>('record')));
    const seconds = (performance.now() - startedAt) / 1000;
    await Promise.all(nodes.map((node) => node.stop()));
    await clickhouse.close();
    await server.stop();
    await db.close();
    return { seconds, nodes: results };
  });
}

async function measureNodes(ads: number): Promise<string[]> {
  const turns = await takeTurns([1, 2], { rounds: 2, warmUp: 0 }, (count) => recordOnNodes(count, ads));
  const [one, two] = [1, 2].map((count) => {
    const runs = turns.get(count) ?? [];
    const nodes = runs.flatMap((run) => run.nodes);
    const share = (part: (node: NodeResult) => number) =>
      percent(sum(nodes.map(part)) / sum(nodes.map(({ milliseconds }) => milliseconds)));
    const rate = (ads * runs.length) / sum(runs.map(({ seconds }) => seconds));
    const times = `${share((node) => node.inClickHouse)}, ${share((node) => node.cpuMilliseconds)}`;
    return { rate, times };
  });
  if (one === undefined || two === undefined) throw new Error('Every number of nodes was measured.');
  const ratio = `${(two.rate / one.rate).toFixed(2)} ×`;
  return [thousands(ads), thousands(one.rate), one.times, thousands(two.rate), two.times, ratio];
}

const nodesTitles =
  'Ads | One node, ads/s | In ClickHouse, own processor | Two nodes, ads/s | In ClickHouse, own processor | Two to one (aim ≥ 1.6 ×)';

const titles =
  'Ads | Engine alone, rows/s | recordAds, ads/s | To engine (aim ≥ 60 %) | ' +
  'Full import, ads/s (aim ≥ 6,000) | To engine | Processor per ad | Peak memory (aim < 1,500 MB)';

await runBenchmark(
  'index',
  `Measures how fast ads are written to the index, in one run per number of demo ads: ready rows inserted by the engine
alone, ready ads through recordAds, and a whole import of a file in the open format with all enrichment.
--import-only measures only the import; --without families,momentum measures what these parts add to an import; --nodes only two processes that record at the same time on one PostgreSQL and one
ClickHouse, next to one process.`,
  { ads: [100_000], 'import-only': false, nodes: false, without: '' },
  async ({ ads, 'import-only': importOnly, nodes, without }) => {
    const parts = parseParts(without);
    if (parts.length > 0) {
      const compared: string[][] = [];
      for (const size of ads) compared.push(await measureParts(size, parts));
      console.log(markdown(partsTitles, compared));
      return;
    }
    if (nodes) {
      const compared: string[][] = [];
      for (const size of ads) compared.push(await measureNodes(size));
      console.log(markdown(nodesTitles, compared));
      return;
    }
    const rows: string[][] = [];
    for (const size of ads) rows.push(await withFolder((folder) => measure(folder, size, importOnly)));
    console.log(markdown(titles, rows));
  },
);
