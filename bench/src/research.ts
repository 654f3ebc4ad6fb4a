import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { UsageError } from './options.ts';
import { measureRepeats, type Cached } from './research/cached.ts';
import { startDuckDB } from './research/duckdb.ts';
import { loadIndex, type Load, type Loaded } from './research/load.ts';
import { importedOf, readResearchOptions, type ResearchOptions } from './research/options.ts';
import type { Peer } from './research/peer.ts';
import { startPostgres } from './research/postgres.ts';
import { questionsAbout, type Question } from './research/questions.ts';
import { cachedTable, growthTable, loadSentence, questionTable } from './research/report.ts';
import { takeRounds, type Arena, type Results } from './research/rounds.ts';
import { startResearch } from './research/service.ts';
import { measureUnderLoad, connectionsUnderLoad } from './research/underLoad.ts';
import { thousands } from './table.ts';

const printProgress = (text: string): void => console.error(text);

/** The sizes one after the other, each made of the one before; whatever was started is stopped again. */
async function run(options: ResearchOptions): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-bench-'));
  // As root the embedded PostgreSQL is another account, which must be able to pass through.
  chmodSync(folder, 0o711);
  try {
    const bySize = new Map<number, Results>();
    for (const size of options.sizes) bySize.set(size, await measureSize(options, folder, size));
    if (bySize.size > 1) console.log(`\n${growthTable(bySize)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureSize(options: ResearchOptions, folder: string, size: number): Promise<Results> {
  printProgress(`Filling the index with ${thousands(size)} ads …`);
  const dataFolder = path.join(folder, 'data');
  const exportFolder = path.join(folder, 'export');
  const loaded = await loadIndex({
    dataFolder,
    ...loadOf(options.sizes, size),
    people: connectionsUnderLoad,
    exportFolder: options.withPeers ? exportFolder : null,
  });
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
  const today = new Date().toISOString().slice(0, 10);
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

try {
  const options = readResearchOptions(process.argv.slice(2));
  if (options !== null) {
    console.log(`Node ${process.versions.node}, ${os.availableParallelism()} cores.`);
    await run(options);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
