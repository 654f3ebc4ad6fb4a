import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { check, measure, type Round, type Target } from './measure.ts';
import { readOptions, UsageError, type Options } from './options.ts';
import { startService, startTarget, type TargetProcess } from './process.ts';
import { median, resultTable, type Rounds } from './table.ts';
import { targetsOf } from './targets.ts';
import { memoryOf, type Memory } from './usage.ts';

const laterStarts = 3;
/** After a start, until what it allocated on the way has settled. */
const restSeconds = 5;

/** Starts everything, measures it and prints what came out; whatever was started is stopped again. */
async function run(options: Options): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-bench-'));
  // As root the embedded PostgreSQL is another account, which must be able to pass through.
  chmodSync(folder, 0o711);
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
    const processes = {
      service,
      nodeHttp: await start(startTarget('nodeHttp', [], folder)),
      fastify: await start(startTarget('fastify', [], folder)),
      fastifyAnswer: await start(startTarget('fastifyAnswer', [], folder)),
      trpc: await start(startTarget('trpc', [], folder)),
      app: await start(startTarget('app', [path.join(folder, 'app'), apiKey], folder)),
    };
    const targets = targetsOf(processes, apiKey);
    console.log(`\n${resultTable(targets, await takeTurns(targets, options))}`);
  } finally {
    await Promise.all(started.map((target) => target.stop()));
    rmSync(folder, { recursive: true });
  }
}

/** The first start makes the data folder; later ones are timed, and the last is left running. */
async function startLater(folder: string, apiKey: string): Promise<TargetProcess> {
  const variables = {
    MAGPIE_DATA_DIR: path.join(folder, 'service'),
    MAGPIE_DEMO_ADS: '0',
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

try {
  const options = readOptions(process.argv.slice(2));
  if (options !== null) {
    console.log(
      `${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s for each target; Node ${process.versions.node}, ${os.availableParallelism()} cores.`,
    );
    await run(options);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
