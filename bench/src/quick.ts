import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { demoAds } from '@magpie/demo/demoAds';
import { cachedCases, startCachedProcesses } from './cached.ts';
import { openDatabase } from './engines.ts';
import {
  markdown,
  median,
  percent,
  quantile,
  runBenchmark,
  takeTurns,
  thousands,
  today,
  withFolder,
} from './harness.ts';
import { loadLibrary } from './library/load.ts';
import { listQuestions as listLibraryQuestions } from './library/questions.ts';
import { check, createClient, getUrl, measure, speedRatio } from './measure.ts';
import { runCommand, runTarget, startService, type TargetProcess } from './process.ts';
import { listQuestions, type Question } from './research/questions.ts';
import {
  advertisersUnderLoad,
  connectionsUnderLoad,
  findPlainAddress,
  measureQuestions,
  measureUnderLoad,
  spreadQuestions,
  startResearch,
  type Results,
} from './research/rounds.ts';
import { searchQuestions } from './research/search.ts';
import type { Recorded } from './targets/recordAds.ts';
import type { Load, Loaded } from './targets/researchLoad.ts';

/** A figure with its aim, which is for a larger index where it says so. */
type Row = readonly [figure: string, value: string, aim: string];

const milliseconds = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;

async function run(folder: string, ads: number, rounds: number): Promise<void> {
  const dataFolder = path.join(folder, 'data');
  const load: Load = {
    dataFolder,
    originals: ads,
    isBegun: false,
    copies: { from: 1, to: 1 },
    people: connectionsUnderLoad,
    advertisers: advertisersUnderLoad,
    exportFolder: null,
  };
  const loaded = (await runTarget('researchLoad', [JSON.stringify(load)])) as Loaded;
  const rows: Row[] = [
    ...(await measureService(folder, dataFolder, ads, rounds)),
    ...(await measureIndex(folder, dataFolder, loaded, rounds)),
    await measureCachedResponses(folder, rounds),
    ...(await measureImport(folder, ads)),
    firstScripts(),
  ];
  console.log(markdown('Figure | Now | Aim', rows));
}

/** A later start, until its page is sent, and the slowest question on a library. */
async function measureService(
  folder: string,
  dataFolder: string,
  ads: number,
  rounds: number,
): Promise<Row[]> {
  const db = await openDatabase(dataFolder);
  const { userId, key } = await loadLibrary(db, ads);
  const questions = await listLibraryQuestions(db, userId, ads);
  await db.close();
  const variables = { MAGPIE_DATA_DIR: dataFolder, MAGPIE_LIMIT_READ: '1000000' };
  const { service, readyMilliseconds } = await startService(variables, folder);
  const client = createClient(service.address, 1);
  try {
    const page = await client.request('/', key);
    const times = await takeTurns(questions, { rounds }, async ({ name, input }) => {
      const procedure = input === null ? 'ads.getFilterValues' : 'ads.list';
      const response = await client.request(getUrl(procedure, input), key);
      if (response.status !== 200) throw new Error(`${name}: got status ${response.status}.`);
      return response.milliseconds;
    });
    const slowest = Math.max(...[...times.values()].map((own) => quantile(own, 0.95)));
    return [
      ['later start: link', milliseconds(readyMilliseconds), '< 3 s'],
      ['later start: page', milliseconds(readyMilliseconds + page.milliseconds), '< 3 s'],
      [
        `ads.list, slowest question of ${thousands(ads)} saved ads, 95 %`,
        milliseconds(slowest),
        '≤ 30 ms at 100,000',
      ],
    ];
  } finally {
    client.close();
    await service.stop();
  }
}

const loadSeconds = 5;

async function measureIndex(
  folder: string,
  dataFolder: string,
  { subjects, keys, names }: Loaded,
  rounds: number,
): Promise<Row[]> {
  const all = [...listQuestions(subjects, today), ...searchQuestions(subjects)];
  const pick = (start: string): Question => {
    const found = all.find(({ name }) => name.startsWith(start));
    if (found === undefined) throw new Error(`There is no question '${start}'.`);
    return found;
  };
  const research = pick('getOverview, large');
  const questions = [
    'top tags, 90 days',
    'listTopAdvertisers',
    'listTopCompanies, a misspelt',
    'listSimilarAdvertisers',
    'search: one word',
  ].map(pick);
  const service = await startResearch(dataFolder, folder);
  try {
    const arena = { service, plainAddress: await findPlainAddress(service), keys, peers: [] };
    const cold = await measureFirst(service, research, keys[0] ?? '');
    const results = await measureQuestions(arena, [research, ...questions], rounds);
    const spread = spreadQuestions(listQuestions(subjects, today), names);
    await measureUnderLoad(arena, spread.slice(0, names.length), Number.POSITIVE_INFINITY);
    const load = await measureUnderLoad(arena, spread, loadSeconds);
    const [tags, lists, name, similar, search] = questions.map((question) => timesOf(results, question));
    return [
      ['research of one advertiser, warm', milliseconds(median(timesOf(results, research))), '≤ 2 ms at 1M'],
      ['research of one advertiser, first time', milliseconds(cold), '≤ 1.3 × one engine read'],
      [
        `mixed load about ${thousands(names.length)} advertisers, ${connectionsUnderLoad} connections`,
        `${thousands(load.milliseconds.length / load.seconds)} answers/s, 99 % ${milliseconds(quantile(load.milliseconds, 0.99))}`,
        '≥ 1,000/s, 99 % ≤ 150 ms at 1M',
      ],
      ['top tags, 90 days', milliseconds(median(tags ?? [])), '≤ 8 ms at 1M'],
      ['list of advertisers', milliseconds(median(lists ?? [])), '≤ 3 ms at 1M'],
      ['advertiser by a misspelt name', milliseconds(median(name ?? [])), '≤ 15 ms at 1M'],
      ['similar advertisers', milliseconds(median(similar ?? [])), '≤ 30 ms at 1M'],
      ['search with facets, 95 %', milliseconds(quantile(search ?? [], 0.95)), '≤ 40 ms at 10M'],
    ];
  } finally {
    await service.stop();
  }
}

async function measureFirst(
  { address }: TargetProcess,
  { path: procedure, input }: Question,
  key: string,
): Promise<number> {
  const client = createClient(address, 1);
  try {
    return (await client.request(getUrl(procedure, input), key)).milliseconds;
  } finally {
    client.close();
  }
}

function timesOf(results: Results, question: Question): readonly number[] {
  return results.get(question)?.overHttp ?? [];
}

async function measureCachedResponses(folder: string, rounds: number): Promise<Row> {
  const started: TargetProcess[] = [];
  const apiKey = randomBytes(20).toString('hex');
  try {
    const processes = await startCachedProcesses(folder, apiKey, async (launch) => {
      const target = await launch;
      started.push(target);
      return target;
    });
    const headers = { authorization: `Bearer ${apiKey}` };
    const ratios: string[] = [];
    for (const { peer, ours } of cachedCases) {
      const targets = [peer, ours].map((each) =>
        Object.assign({ headers }, each, { process: processes[each.process] }),
      );
      for (const target of targets) await check(target);
      const results = await takeTurns(targets, { rounds, warmUp: 6 }, (target) =>
        measure(target, { connections: 16, seconds: 1 }),
      );
      const [peerRounds = [], ourRounds = []] = results.values();
      ratios.push(percent(speedRatio(ourRounds, peerRounds)));
    }
    return [
      'cached trending and research answer, to the same bytes, headers and log line',
      ratios.join(', '),
      '≥ 75 %',
    ];
  } finally {
    await Promise.all(started.map((target) => target.stop()));
  }
}

function* lines(ads: number): Generator<string> {
  for (const ad of demoAds({ ads, today })) yield `${JSON.stringify(ad)}\n`;
}

async function measureImport(folder: string, ads: number): Promise<Row[]> {
  const recorded = (await runTarget('recordAds', [
    String(ads),
    today,
    path.join(folder, 'recording'),
  ])) as Recorded;
  const file = path.join(folder, 'ads.jsonl');
  await pipeline(Readable.from(lines(ads)), createWriteStream(file));
  const { seconds } = await runCommand(['import', file, '--source', 'magpie'], {
    MAGPIE_DATA_DIR: path.join(folder, 'import'),
  });
  return [
    ['import, start included', `${thousands(ads / seconds)} ads/s`, '≥ 6,000 ads/s'],
    ['recordAds to the engine alone', percent(recorded.recordAds / recorded.engine), '≥ 60 %'],
  ];
}

/** What a browser loads before it can draw the first page, compressed. */
function firstScripts(): Row {
  const dashboard = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url));
  const html = readFileSync(path.join(dashboard, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)].map(([, file = '']) => file);
  // The build writes compressed versions only where they are smaller.
  const bytes = scripts.map((file) => {
    const plain = path.join(dashboard, file);
    return statSync(existsSync(`${plain}.br`) ? `${plain}.br` : plain).size;
  });
  const total = bytes.reduce((sum, each) => sum + each, 0);
  return ['dashboard, first JavaScript', `${(total / 1000).toFixed(0)} kB`, '≤ 160 kB'];
}

await runBenchmark(
  'quick',
  `Prints the figures that matter, each with its aim, on a small index and library. For figures to publish use the other
benchmarks, which compare with peers and run longer.`,
  { ads: 5000, rounds: 7 },
  ({ ads, rounds }) => withFolder((folder) => run(folder, ads, rounds)),
);
