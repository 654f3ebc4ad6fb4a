import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { markdown, median, percent, runBenchmark, takeTurns, thousands, withFolder } from './harness.ts';
import { check, getUrl, measure, type Round, type RoundOptions, type Target } from './measure.ts';
import { envelope, tagRanking, unreadCount } from './payload.ts';
import { startService, startTarget, type TargetProcess } from './process.ts';
import { memoryOf, type Memory } from './usage.ts';

const laterStarts = 3;
/** After a start, until the memory used by it is released. */
const restSeconds = 5;
const slug = 'summer-campaigns';

type Case = Omit<Target, 'process' | 'headers'> & { readonly process: keyof Processes };

interface Processes {
  readonly nodeHttp: TargetProcess;
  readonly fastify: TargetProcess;
  readonly app: TargetProcess;
  readonly service: TargetProcess;
}

const ranking = envelope(tagRanking);
const count = envelope(unreadCount);
/** What every ratio is to. */
const baseline = 'bare Fastify, a ready string';

const cases: readonly Case[] = [
  { name: 'bare node:http, a ready string', process: 'nodeHttp', path: '/', expected: ranking },
  { name: baseline, process: 'fastify', path: '/', expected: ranking },
  {
    name: "the same with an answer's headers and log line",
    process: 'fastify',
    path: '/with-headers',
    expected: ranking,
  },
  {
    name: "tRPC's caller behind Fastify, without keys or limits",
    process: 'fastify',
    path: '/caller/notifications.unreadCount',
    expected: count,
  },
  {
    name: "tRPC's Fastify adapter, without keys or limits",
    process: 'fastify',
    path: '/adapter/notifications.unreadCount',
    expected: count,
  },
  {
    name: 'cached answer (trending.topTagsByEngagement)',
    process: 'app',
    path: getUrl('trending.topTagsByEngagement', { windowDays: 30 }),
    expected: ranking,
    aim: 0.7,
  },
  {
    name: 'trivial procedure (notifications.unreadCount)',
    process: 'app',
    path: getUrl('notifications.unreadCount'),
    expected: count,
    aim: 0.5,
  },
  {
    name: 'trivial procedure with input (boards.checkSlugAvailability)',
    process: 'app',
    path: getUrl('boards.checkSlugAvailability', { slug }),
    expected: envelope({ slug, available: true, reason: null }),
  },
  {
    name: 'apiKeys.list on PostgreSQL, the whole service',
    process: 'service',
    path: getUrl('apiKeys.list'),
    expected: /^\{"result":\{"data":\[\{[^{}]*"prefix":[^{}]*\}\]\}\}$/,
  },
];

interface Options extends RoundOptions {
  readonly rounds: number;
}

async function run(folder: string, options: Options): Promise<void> {
  const started: TargetProcess[] = [];
  const start = async <Process extends TargetProcess>(launch: Promise<Process>): Promise<Process> => {
    const target = await launch;
    started.push(target);
    return target;
  };
  const apiKey = randomBytes(20).toString('hex');
  try {
    const service = await start(startLater(folder, apiKey));
    await printMemory(service);
    const rankingFile = path.join(folder, 'ranking.json');
    writeFileSync(rankingFile, ranking);
    const processes: Processes = {
      service,
      nodeHttp: await start(startTarget('nodeHttp', [], folder)),
      fastify: await start(startTarget('fastify', [rankingFile], folder)),
      app: await start(startTarget('app', [path.join(folder, 'app'), apiKey], folder)),
    };
    const headers = { authorization: `Bearer ${apiKey}` };
    const targets = cases.map((each) =>
      Object.assign({ headers }, each, { process: processes[each.process] }),
    );
    for (const target of targets) await check(target);
    const rounds = await takeTurns(targets, { rounds: options.rounds, warmUp: 2 }, (target) =>
      measure(target, options),
    );
    console.log(`\n${resultTable(rounds)}`);
  } finally {
    await Promise.all(started.map((target) => target.stop()));
  }
}

/** The first start creates the data folder; later ones are timed, and the last is left running. */
async function startLater(folder: string, apiKey: string): Promise<TargetProcess> {
  const variables = {
    MAGPIE_DATA_DIR: path.join(folder, 'service'),
    MAGPIE_BOOTSTRAP_KEY: apiKey,
    MAGPIE_LIMIT_READ: '1000000',
  };
  const times: number[] = [];
  let { service } = await startService(variables, folder);
  while (times.length < laterStarts) {
    await service.stop();
    const again = await startService(variables, folder);
    service = again.service;
    times.push(again.readyMilliseconds);
  }
  console.log(
    `Ready after ${(median(times) / 1000).toFixed(2)} s (median of ${laterStarts} starts on an existing data folder).`,
  );
  return service;
}

async function printMemory(service: TargetProcess): Promise<void> {
  await sleep(restSeconds * 1000);
  const memory = memoryOf(service.pid);
  if (memory === undefined) return console.log('Idle memory: not measured, since this system has no /proc.');
  const { own, started } = memory;
  const total = own.residentMegabytes + started.residentMegabytes;
  console.log(
    `Idle memory: ${Math.round(total)} MB resident (aim: under 700 MB): the service ${megabytes(own)}, PostgreSQL's ${started.processes} processes ${megabytes(started)}.`,
  );
}

const megabytes = ({ residentMegabytes }: Memory): string => `${Math.round(residentMegabytes)} MB`;

function resultTable(results: ReadonlyMap<Target, readonly Round[]>): string {
  const bare = [...results].find(([{ name }]) => name === baseline)?.[1] ?? [];
  const rows = [...results].map(([{ name, aim }, rounds]) => {
    const speeds = rounds.map(({ requestsPerSecond }) => requestsPerSecond);
    // Within one round, so that a machine that slows down in the middle of a run slows both sides.
    const ratio = median(
      speeds.map((speed, round) => speed / (bare[round]?.requestsPerSecond ?? Number.NaN)),
    );
    const costs = rounds.flatMap(({ processorMicroseconds }) => processorMicroseconds ?? []);
    return [
      name,
      thousands(median(speeds)),
      `${thousands(Math.min(...speeds))}–${thousands(Math.max(...speeds))}`,
      percent(ratio),
      aim === undefined ? '' : `≥ ${percent(aim)}`,
      costs.length === 0 ? '–' : `${Math.round(median(costs))} µs`,
    ];
  });
  const titles = [
    'Target',
    'Requests/s',
    'Slowest–fastest round',
    'To bare Fastify',
    'Aim',
    'Server CPU a request',
  ];
  return markdown(titles, rows);
}

await runBenchmark(
  'http',
  'Measures the HTTP surface beside a bare node:http and a bare Fastify, in rounds of so many seconds for each target.',
  // Many short rounds: a disturbance of a few seconds then affects few of them.
  { seconds: 1, connections: 16, rounds: 21 },
  async (options) => {
    const { seconds, connections, rounds } = options;
    console.log(`${connections} connections, ${rounds} rounds of ${seconds} s for each target.`);
    await withFolder((folder) => run(folder, options));
  },
);
