import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { markdown, median, percent, runBenchmark, thousands, wholeNumber, withFolder } from './harness.ts';
import { check, measure, type Round, type RoundOptions, type Target } from './measure.ts';
import { envelope, tagRanking } from './payload.ts';
import { startService, startTarget, type TargetProcess } from './process.ts';
import { baseline, targetsOf } from './targets.ts';
import { memoryOf, type Memory } from './usage.ts';

const laterStarts = 3;
/** After a start, until what it allocated on the way has settled. */
const restSeconds = 5;

interface Options extends RoundOptions {
  readonly rounds: number;
}

async function run(folder: string, options: Options): Promise<void> {
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
    const rankingFile = path.join(folder, 'ranking.json');
    writeFileSync(rankingFile, envelope(tagRanking));
    const processes = {
      service,
      nodeHttp: await start(startTarget('nodeHttp', [], folder)),
      fastify: await start(startTarget('fastifyText', [rankingFile], folder)),
      fastifyAnswer: await start(startTarget('fastifyAnswer', [], folder)),
      trpc: await start(startTarget('trpc', [], folder)),
      app: await start(startTarget('app', [path.join(folder, 'app'), apiKey], folder)),
    };
    const targets = targetsOf(processes, apiKey);
    console.log(`\n${resultTable(targets, await takeTurns(targets, options))}`);
  } finally {
    await Promise.all(started.map((target) => target.stop()));
  }
}

/** The first start makes the data folder; later ones are timed, and the last is left running. */
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

/** Several short rounds, the targets in turn in each: what disturbs the machine disturbs all of them. */
async function takeTurns(targets: readonly Target[], options: Options): Promise<Rounds> {
  const rounds = new Map<string, Round[]>(targets.map(({ name }) => [name, []]));
  for (const target of targets) {
    await check(target);
    await measure(target, { ...options, seconds: 2 });
  }
  for (let round = 1; round <= options.rounds; round += 1) {
    console.error(`Round ${round} of ${options.rounds} …`);
    for (const target of targets) rounds.get(target.name)?.push(await measure(target, options));
  }
  return rounds;
}

type Rounds = ReadonlyMap<string, readonly Round[]>;

/** One row per target, in Markdown. */
function resultTable(targets: readonly Target[], rounds: Rounds): string {
  const bare = (rounds.get(baseline) ?? []).map(({ requestsPerSecond }) => requestsPerSecond);
  const rows = targets.map(({ name, aim }) => {
    const own = rounds.get(name) ?? [];
    const speeds = own.map(({ requestsPerSecond }) => requestsPerSecond);
    // Within one round, so that a machine that slows down in the middle of a run slows both sides.
    const ratio = median(speeds.map((speed, round) => speed / (bare[round] ?? Number.NaN)));
    const costs = own.flatMap(({ processorMicroseconds }) => processorMicroseconds ?? []);
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
  'npm run bench:http --',
  'Measures the HTTP surface beside a bare node:http and a bare Fastify.',
  // Many short rounds: a disturbance of a few seconds then affects few of them.
  {
    seconds: wholeNumber('length of one round of one target', 1, 1, 600),
    connections: wholeNumber('concurrent connections', 16, 1, 1000),
    rounds: wholeNumber('rounds, in each of which the targets take turns', 21, 1, 100),
  },
  async (options) => {
    const { seconds, connections, rounds } = options;
    console.log(`${connections} connections, ${rounds} rounds of ${seconds} s for each target.`);
    await withFolder((folder) => run(folder, options));
  },
);
