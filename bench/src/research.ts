import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  flag,
  runBenchmark,
  textOption,
  thousands,
  today,
  UsageError,
  wholeNumber,
  wholeNumbers,
  withFolder,
} from './harness.ts';
import { runTarget } from './process.ts';
import { measureRepeats, type Cached } from './research/cached.ts';
import { startDuckDB } from './research/duckdb.ts';
import type { Load, Loaded } from './research/load.ts';
import type { Peer } from './research/peer.ts';
import { startPostgres } from './research/postgres.ts';
import { questionsAbout, type Question } from './research/questions.ts';
import { cachedTable, growthTable, loadSentence, questionTable } from './research/report.ts';
import { startResearch, takeRounds, type Arena, type Results } from './research/rounds.ts';
import { measureUnderLoad, connectionsUnderLoad } from './research/underLoad.ts';

const printProgress = (text: string): void => console.error(text);

interface ResearchOptions {
  /** Of the index, smallest first; each a multiple of the smallest. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** Only questions with this in their names. */
  readonly questions: string;
  readonly withPeers: boolean;
  /** Of the load test; 0 for none. */
  readonly seconds: number;
}

/** The sizes one after the other, each made of the one before. */
async function run(folder: string, options: ResearchOptions): Promise<void> {
  const bySize = new Map<number, Results>();
  for (const size of options.sizes) bySize.set(size, await measureSize(options, folder, size));
  if (bySize.size > 1) console.log(`\n${growthTable(bySize)}`);
}

async function measureSize(options: ResearchOptions, folder: string, size: number): Promise<Results> {
  printProgress(`Filling the index with ${thousands(size)} ads …`);
  const dataFolder = path.join(folder, 'data');
  const exportFolder = path.join(folder, 'export');
  const load: Load = {
    dataFolder,
    ...loadOf(options.sizes, size),
    people: connectionsUnderLoad,
    exportFolder: options.withPeers ? exportFolder : null,
  };
  const loaded = (await runTarget('researchLoad', [JSON.stringify(load)])) as Loaded;
  const peerFolder = path.join(folder, `peers-${size}`);
  mkdirSync(peerFolder, { mode: 0o711 });
  const opened: (() => Promise<unknown>)[] = [];
  try {
    const peers = options.withPeers ? await startPeers(peerFolder, exportFolder, opened) : [];
    const service = await startResearch(dataFolder, folder);
    opened.push(() => service.stop());
    return await measureAll({ service, keys: loaded.keys, peers }, loaded, options, size, folder);
  } finally {
    for (const close of opened.toReversed()) await close();
    for (const each of [peerFolder, exportFolder]) rmSync(each, { recursive: true, force: true });
  }
}

/** What is to be added to the size before. */
function loadOf(sizes: readonly number[], size: number): Pick<Load, 'originals' | 'isBegun' | 'copies'> {
  const originals = importedOf(sizes);
  const before = sizes[sizes.indexOf(size) - 1];
  const from = (before ?? originals) / originals;
  return { originals, isBegun: before !== undefined, copies: { from, to: size / originals } };
}

async function startPeers(
  folder: string,
  exportFolder: string,
  opened: (() => Promise<unknown>)[],
): Promise<Peer[]> {
  const peers: Peer[] = [];
  for (const start of [startPostgres, startDuckDB]) {
    const peer = await start(folder, exportFolder);
    opened.push(() => peer.close());
    peers.push(peer);
    printProgress(`${peer.name} holds the same rows.`);
  }
  return peers;
}

async function measureAll(
  arena: Arena,
  { subjects }: Loaded,
  options: ResearchOptions,
  size: number,
  folder: string,
): Promise<Results> {
  const questions = questionsAbout({ subjects, today }).filter(({ name }) =>
    name.includes(options.questions),
  );
  if (questions.length === 0) throw new UsageError(`--questions: no name has '${options.questions}' in it.`);
  const results = await takeRounds(arena, questions, options.rounds);
  console.log(
    `\n## ${thousands(size)} ads\n\nMedian / 95th percentile in milliseconds of ${options.rounds} rounds.\n`,
  );
  console.log(questionTable(results, size));
  if (options.seconds > 0) {
    console.log(`\n${loadSentence(await measureUnderLoad(arena, questions, options.seconds))}`);
    if (size === options.sizes[0])
      console.log(`\n${cachedTable(await measureCached(arena, questions, folder))}`);
  }
  return results;
}

/** Queries cached until the index changes. Trending is cached too, but limited to 60 requests per minute. */
async function measureCached(
  arena: Arena,
  questions: readonly Question[],
  folder: string,
): Promise<Cached[]> {
  const cached: Cached[] = [];
  for (const name of ['getHeader, large', 'getAdCopies, large']) {
    const question = questions.find((each) => each.name.startsWith(name));
    if (question !== undefined) cached.push(await measureRepeats(arena, question, folder));
  }
  return cached;
}

const imported = 100_000;
const large = 10_000_000;

/** How many ads are imported; the others are copies of them. */
function importedOf([first = imported]: readonly number[]): number {
  return Math.min(first, imported);
}

function checkedSizes(sizes: readonly number[]): number[] {
  const sorted = [...new Set(sizes)].toSorted((one, other) => one - other);
  if (sorted.every((size) => size % importedOf(sorted) === 0)) return sorted;
  throw new UsageError(`--ads: expected multiples of the first or of ${imported}.`);
}

await runBenchmark(
  'npm run bench:research --',
  `Measures every research query over HTTP beside the engine alone, PostgreSQL and DuckDB on the same rows, compares their
results, and prints one table for each size of the index.`,
  {
    ads: wholeNumbers('sizes of the index, multiples of the first', [imported, 1_000_000], 10_000, large),
    large: flag(`${large} ads too`),
    rounds: wholeNumber('how often each query runs', 31, 1, 1000),
    questions: textOption('text', 'only queries with this in their names'),
    'skip-peers': flag('neither PostgreSQL nor DuckDB'),
    seconds: wholeNumber('duration of the load test with 64 connections; 0 skips it', 60, 0, 3600),
  },
  async ({ ads, large: withLarge, rounds, questions = '', 'skip-peers': skipPeers, seconds }) => {
    const sizes = checkedSizes(withLarge ? [...ads, large] : ads);
    const options = { sizes, rounds, questions, withPeers: !skipPeers, seconds };
    await withFolder((folder) => run(folder, options));
  },
);
