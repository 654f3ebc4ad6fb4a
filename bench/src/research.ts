import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runBenchmark, thousands, today, withFolder } from './harness.ts';
import { runTarget } from './process.ts';
import { creativeQuestions } from './research/creativeQuestions.ts';
import { peerStarters, type Peer } from './research/peers.ts';
import { listQuestions, type Question } from './research/questions.ts';
import { cachedTable, coldTable, growthTable, loadSentence, questionTable } from './research/report.ts';
import {
  advertisersUnderLoad,
  connectionsUnderLoad,
  findPlainAddress,
  measureCached,
  measureCold,
  measureQuestions,
  measureUnderLoad,
  spreadQuestions,
  startResearch,
  type Arena,
  type Cached,
  type Results,
} from './research/rounds.ts';
import { searchQuestions } from './research/search.ts';
import type { Load, Loaded } from './targets/researchLoad.ts';

const printProgress = (text: string): void => console.error(text);

interface ResearchOptions {
  /** Of the index, smallest first; each a multiple of the smallest. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly questions: string;
  readonly withPeers: boolean;
  readonly seconds: number;
  /** Where the filled index is kept for further runs; empty for a temporary folder. */
  readonly keptFolder: string;
}

async function run(folder: string, options: ResearchOptions): Promise<void> {
  const bySize = new Map<number, Results>();
  for (const size of options.sizes) bySize.set(size, await measureSize(options, folder, size));
  if (bySize.size > 1) console.log(`\n${growthTable(bySize)}`);
}

async function measureSize(options: ResearchOptions, folder: string, size: number): Promise<Results> {
  const dataFolder = path.join(options.keptFolder || folder, 'data');
  const exportFolder = path.join(folder, 'export');
  const loaded = await fillIndex(options, size, {
    dataFolder,
    ...planLoad(options.sizes, size),
    people: connectionsUnderLoad,
    advertisers: advertisersUnderLoad,
    exportFolder: options.withPeers ? exportFolder : null,
  });
  const peerFolder = path.join(folder, `peers-${size}`);
  mkdirSync(peerFolder, { mode: 0o711 });
  const opened: (() => Promise<unknown>)[] = [];
  try {
    const peers: Peer[] = [];
    for (const start of options.withPeers ? peerStarters : []) {
      const peer = await start(peerFolder, exportFolder);
      opened.push(() => peer.close());
      peers.push(peer);
      printProgress(`${peer.name} has the same rows.`);
    }
    const service = await startResearch(dataFolder, folder);
    opened.push(() => service.stop());
    const plainAddress = await findPlainAddress(service);
    return await measureAll(
      { service, plainAddress, keys: loaded.keys, peers },
      loaded,
      options,
      size,
      folder,
    );
  } finally {
    for (const close of opened.toReversed()) await close();
    for (const each of [peerFolder, exportFolder]) rmSync(each, { recursive: true, force: true });
  }
}

async function fillIndex({ keptFolder }: ResearchOptions, size: number, load: Load): Promise<Loaded> {
  const kept = path.join(keptFolder, `loaded-${size}.json`);
  if (keptFolder && existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Loaded;
  printProgress(`Filling the index with ${thousands(size)} ads …`);
  const loaded = (await runTarget('researchLoad', [JSON.stringify(load)])) as Loaded;
  if (keptFolder) writeFileSync(kept, JSON.stringify(loaded));
  return loaded;
}

/** The ads to add to reach this size from the previous one. */
function planLoad(sizes: readonly number[], size: number): Pick<Load, 'originals' | 'isBegun' | 'copies'> {
  const originals = countImported(sizes);
  const before = sizes[sizes.indexOf(size) - 1];
  const from = (before ?? originals) / originals;
  return { originals, isBegun: before !== undefined, copies: { from, to: size / originals } };
}

async function measureAll(
  arena: Arena,
  { subjects, names }: Loaded,
  options: ResearchOptions,
  size: number,
  folder: string,
): Promise<Results> {
  const all = [
    ...listQuestions(subjects, today),
    ...searchQuestions(subjects),
    ...creativeQuestions(subjects, { ads: size, yesterday }),
  ];
  const selected = all.filter(({ name }) => name.includes(options.questions));
  if (selected.length === 0) throw new Error(`--questions: no name has '${options.questions}' in it.`);
  const results = await measureQuestions(arena, selected, options.rounds);
  const questions = [...results.keys()];
  console.log(
    `\n## ${thousands(size)} ads\n\nMedian / 95th percentile in milliseconds of ${options.rounds} rounds.\n`,
  );
  console.log(questionTable(results, size));
  console.log(`\n${coldTable(await measureCold(arena, questions, options.rounds))}`);
  if (options.seconds > 0) {
    const compared = questions.filter(({ statements }) => statements !== null);
    const spread = spreadQuestions(compared, names);
    const first = spread.slice(0, names.length);
    for (const [about, load, seconds] of [
      [
        `the first query about each of ${thousands(names.length)} advertisers`,
        first,
        Number.POSITIVE_INFINITY,
      ],
      ['mixed queries about these advertisers', spread, options.seconds],
      [
        'mixed uncached queries of all kinds except searches',
        compared.filter(({ path: procedure }) => procedure !== 'ads.search'),
        options.seconds,
      ],
    ] as const) {
      console.log(`\n${loadSentence(about, await measureUnderLoad(arena, load, seconds))}`);
    }
    if (size === options.sizes[0])
      console.log(`\n${cachedTable(await measureAllCached(arena, questions, folder))}`);
  }
  return results;
}

/** Queries cached until the index changes. Trending is cached too, but limited to 60 requests per minute. */
async function measureAllCached(
  arena: Arena,
  questions: readonly Question[],
  folder: string,
): Promise<Cached[]> {
  const cached: Cached[] = [];
  for (const name of ['getHeader, large', 'getAdCopies, large']) {
    const question = questions.find((each) => each.name.startsWith(name));
    if (question !== undefined) cached.push(await measureCached(arena, question, folder));
  }
  return cached;
}

const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);

const imported = 100_000;
const large = 10_000_000;

/** How many ads are imported; the others are copies of them. */
function countImported([first = imported]: readonly number[]): number {
  return Math.min(first, imported);
}

function parseSizes(sizes: readonly number[]): number[] {
  const sorted = [...new Set(sizes)].toSorted((one, other) => one - other);
  if (sorted.every((size) => size % countImported(sorted) === 0)) return sorted;
  throw new Error(`--ads: expected multiples of the first or of ${imported}.`);
}

await runBenchmark(
  'research',
  `Measures every research query and searches over HTTP beside the engine alone, PostgreSQL and DuckDB on the same rows, compares their
results, and prints one table for each size of the index. --ads lists the sizes, multiples of the first; --large adds
${large}; --questions selects queries by a part of their names; --skip-peers omits PostgreSQL and DuckDB; --seconds is
the duration of the load test with 64 connections, 0 skips it. --data keeps the filled index in a folder, and later runs
with the same folder and size start from it; it needs one size and --skip-peers.`,
  {
    ads: [imported, 1_000_000],
    large: false,
    rounds: 31,
    questions: '',
    'skip-peers': false,
    seconds: 60,
    data: '',
  },
  async ({ ads, large: withLarge, rounds, questions, 'skip-peers': skipPeers, seconds, data }) => {
    const sizes = parseSizes(withLarge ? [...ads, large] : ads);
    if (data && !(sizes.length === 1 && skipPeers))
      throw new Error('--data needs one size and --skip-peers.');
    const keptFolder = data && path.resolve(data);
    const options = { sizes, rounds, questions, withPeers: !skipPeers, seconds, keptFolder };
    await withFolder((folder) => run(folder, options));
  },
);
