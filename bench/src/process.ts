import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, truncateSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { peakMegabytes, processorSeconds } from './usage.ts';

type Variables = Readonly<Record<string, string>>;

/** As `npm run magpie` starts the service. */
export const nodeOptions = ['--max-semi-space-size=32'];

/** No settings of the caller: a DATABASE_URL would measure another engine. */
function environment(variables: Variables): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, ...variables };
}

const command = fileURLToPath(new URL('../../scripts/run.cjs', import.meta.url));
const targetProgram = (name: string): string => fileURLToPath(new URL(`targets/${name}.js`, import.meta.url));

/** The message from a target's process once it accepts requests. */
interface Ready {
  readonly port: number;
}

/** Reports the port of a target, and ends its process with the benchmark's, however that one ended. */
export function reportReady(server: Server, close: () => Promise<unknown>): void {
  const { port } = server.address() as AddressInfo;
  process.on('disconnect', () => void close().finally(() => process.exit()));
  process.send?.({ port } satisfies Ready);
}

export interface TargetProcess {
  readonly pid: number;
  /** Without a path: `http://127.0.0.1:40123`. */
  readonly address: string;
  /** Empties its log file, which otherwise grows with every request. */
  emptyLog(): void;
  stop(): Promise<void>;
}

export interface MessagedTarget extends TargetProcess {
  send<Reply>(message: string): Promise<Reply>;
}

/** Starts one of the programs in `targets/` and resolves when it accepts requests. */
export async function startTarget(
  name: string,
  args: readonly string[],
  folder: string,
  { variables = {}, execArgv = [] }: { variables?: Variables; execArgv?: string[] } = {},
): Promise<MessagedTarget> {
  const log = path.join(folder, `${name}.log`);
  const child = fork(targetProgram(name), args, {
    stdio: ['ignore', 'ignore', openSync(log, 'a'), 'ipc'],
    execArgv,
    env: environment(variables),
  });
  const nextMessage = <Message>(): Promise<Message> =>
    untilReady(child, log, (resolve) => child.once('message', (message) => resolve(message as Message)));
  const { port } = await nextMessage<Ready>();
  return {
    ...targetProcess(child, `http://127.0.0.1:${port}`, log, () => child.disconnect()),
    send: async (message) => {
      const reply = nextMessage<never>();
      child.send(message);
      return reply;
    },
  };
}

/** Starts the service as `npm start` does, including the check whether it must be built. */
export async function startService(
  variables: Variables,
  folder: string,
): Promise<{ service: TargetProcess; readyMilliseconds: number }> {
  const log = path.join(folder, 'service.log');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [command, 'serve'], {
    stdio: ['ignore', 'pipe', openSync(log, 'a')],
    env: environment({ PORT: '0', MAGPIE_DEMO_ADS: '0', ...variables }),
  });
  const address = await untilReady<string>(child, log, (resolve) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /Dashboard\s+(http:\/\/\S+?)\/?\s/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  while ((await fetch(`${address}/readyz`)).status !== 200);
  const readyMilliseconds = performance.now() - startedAt;
  return { service: targetProcess(child, address, log, () => child.kill('SIGTERM')), readyMilliseconds };
}

/** Rejects if the process ends first; its log is removed with the folder of the benchmark. */
function untilReady<Value>(
  child: ChildProcess,
  log: string,
  wait: (resolve: (value: Value) => void) => void,
): Promise<Value> {
  const ended = new AbortController();
  const { signal } = ended;
  return Promise.race([
    new Promise<Value>((resolve) => wait(resolve)),
    once(child, 'exit', { signal }).then((): never => {
      const lastLine = readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) ?? '';
      throw new Error(`A server ended before it responded: ${lastLine}`);
    }),
  ]).finally(() => ended.abort());
}

function targetProcess(child: ChildProcess, address: string, log: string, end: () => void): TargetProcess {
  const exited = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    address,
    emptyLog: () => truncateSync(log),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) end();
      await exited;
    },
  };
}

interface ProgramRun {
  readonly printed: string;
  readonly seconds: number;
  /** Undefined if the system has no /proc. */
  readonly peakMegabytes: number | undefined;
  /** Of all its threads, without processes that it started; up to a quarter of a second before the end. */
  readonly processorSeconds: number | undefined;
}

export const runCommand = (args: readonly string[], variables: Variables): Promise<ProgramRun> =>
  runToEnd(command, args, variables);

/** Runs one of the programs in `targets/` in a separate process, so that the memory of the engine is released. */
export const runTarget = async (name: string, args: readonly string[]): Promise<unknown> =>
  JSON.parse((await runToEnd(targetProgram(name), args, { UV_THREADPOOL_SIZE: '16' })).printed);

async function runToEnd(program: string, args: readonly string[], variables: Variables): Promise<ProgramRun> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment(variables),
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
  const isOver = once(child, 'close').then(() => true);
  let peak: number | undefined;
  let processor: number | undefined;
  while (!(await Promise.race([isOver, sleep(250, false)]))) {
    peak = peakMegabytes(child.pid ?? 0) ?? peak;
    processor = processorSeconds(child.pid ?? 0) ?? processor;
  }
  if (child.exitCode !== 0) throw new Error(`${path.basename(program)} failed; its message is above.`);
  const seconds = (performance.now() - startedAt) / 1000;
  return { printed, seconds, peakMegabytes: peak, processorSeconds: processor };
}
