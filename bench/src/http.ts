import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { markdown, median, percent, runBenchmark, sum, takeTurns, thousands, withFolder } from './harness.ts';
import { check, getUrl, measure, speedRatio, type Round, type RoundOptions, type Target } from './measure.ts';
import { cachedCases, startCachedProcesses, type CachedProcesses, type Case } from './cached.ts';
import { envelope, tagRanking, unreadCount } from './payload.ts';
import { startService, startTarget, type TargetProcess } from './process.ts';
import { memoryOf } from './usage.ts';

const laterStarts = 3;
/** After a start, until the memory used by it is released. */
const restSeconds = 5;
const slug = 'summer-campaigns';

type Processes = CachedProcesses & Readonly<Record<'nodeHttp' | 'service', TargetProcess>>;

const count = envelope(unreadCount);
/** What every ratio is to. */
const baseline = 'bare Fastify, a ready string';
const cases: readonly Case<keyof Processes>[] = [
  { name: 'bare node:http, a ready string', process: 'nodeHttp', path: '/', expected: envelope(tagRanking) },
  { name: baseline, process: 'fastify', path: '/', expected: envelope(tagRanking) },
  ...cachedCases.map(({ peer }) => peer),
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
  ...cachedCases.map(({ ours }) => ours),
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

async function run(folder: string, options: RoundOptions & { readonly rounds: number }): Promise<void> {
  const started: TargetProcess[] = [];
  const start = async (launch: Promise<TargetProcess>): Promise<TargetProcess> => {
    const target = await launch;
    started.push(target);
    return target;
  };
  const apiKey = randomBytes(20).toString('hex');
  try {
    const service = await start(startLater(folder, apiKey));
    await printMemory(service);
    const processes: Processes = {
      service,
      nodeHttp: await start(startTarget('nodeHttp', [], folder)),
      ...(await startCachedProcesses(folder, apiKey, start)),
    };
    const headers = { authorization: `Bearer ${apiKey}` };
    const targets = cases.map((each) =>
      Object.assign({ headers }, each, { process: processes[each.process] }),
    );
    for (const target of targets) await check(target);
    const rounds = await takeTurns(targets, { rounds: options.rounds, warmUp: 10 }, (target) =>
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
  const { processes } = memory.started;
  const exact = [memory.own.residentMegabytes, memory.started.residentMegabytes];
  const [total, own, started] = [sum(exact), ...exact].map(Math.round);
  console.log(
    `Idle memory: ${total} MB resident (aim: under 700 MB): the service ${own} MB, PostgreSQL's ${processes} processes ${started} MB.`,
  );
}

function resultTable(results: ReadonlyMap<Target, readonly Round[]>): string {
  const roundsOf = (wanted: string): readonly Round[] =>
    [...results].find(([{ name }]) => name === wanted)?.[1] ?? [];
  const rows = [...results].map(([{ name, aim, aimedAt }, rounds]) => {
    const speeds = rounds.map(({ requestsPerSecond }) => requestsPerSecond);
    const costs = rounds.flatMap(({ processorMicroseconds }) => processorMicroseconds ?? []);
    return [
      name,
      thousands(median(speeds)),
      `${thousands(Math.min(...speeds))}–${thousands(Math.max(...speeds))}`,
      percent(speedRatio(rounds, roundsOf(baseline))),
      aimedAt === undefined ? '' : percent(speedRatio(rounds, roundsOf(aimedAt))),
      aim === undefined ? '' : `≥ ${percent(aim)}`,
      costs.length === 0 ? '–' : `${Math.round(median(costs))} µs`,
    ];
  });
  return markdown(
    'Target | Requests/s | Slowest–fastest round | To bare Fastify | To the same bytes, headers and log line | Aim | Server CPU a request',
    rows,
  );
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
