import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Ready } from './targets/child.ts';

/** A measured server in a child process. */
export interface TargetProcess {
  readonly pid: number;
  /** Without a path: `http://127.0.0.1:40123`. */
  readonly address: string;
  /** Empties the file that its log goes to, which would else grow by the requests of all rounds. */
  emptyLog(): void;
  stop(): Promise<void>;
}

/** Starts one of the programs in `targets/` and resolves when it takes requests. */
export async function startTarget(
  name: string,
  args: readonly string[],
  folder: string,
): Promise<TargetProcess> {
  const log = logFile(folder, name);
  const program = fileURLToPath(new URL(`targets/${name}.js`, import.meta.url));
  const child = fork(program, args, { stdio: ['ignore', 'ignore', log.fd, 'ipc'], env: environment() });
  const { port } = await untilReady<Ready>(child, log.path, (resolve) => child.once('message', resolve));
  return targetProcess(child, `http://127.0.0.1:${port}`, log, () => child.disconnect());
}

export interface ServiceStart {
  readonly service: TargetProcess;
  /** From the start of the process to the first 200 of /readyz. */
  readonly readyMilliseconds: number;
}

/** Starts the service as `npm start` does, the look whether it must be built included. */
export async function startService(
  variables: Readonly<Record<string, string>>,
  folder: string,
): Promise<ServiceStart> {
  const log = logFile(folder, 'service');
  const startedAt = performance.now();
  const program = fileURLToPath(new URL('../../scripts/run.cjs', import.meta.url));
  const child = spawn(process.execPath, [program, 'serve'], {
    stdio: ['ignore', 'pipe', log.fd],
    env: { ...environment(), PORT: '0', ...variables },
  });
  const address = await untilReady<string>(child, log.path, (resolve) => {
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

/** Nothing of the caller's own settings: a DATABASE_URL would have another engine measured. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME };
}

interface LogFile {
  readonly path: string;
  readonly fd: number;
}

function logFile(folder: string, name: string): LogFile {
  const place = path.join(folder, `${name}.log`);
  return { path: place, fd: openSync(place, 'a') };
}

/** What `wait` resolves with; rejects when the process ends before. */
async function untilReady<T>(
  child: ChildProcess,
  log: string,
  wait: (resolve: (value: T) => void) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    wait(resolve);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`A server ended before it was ready; its log is ${log}.`)));
  });
}

function targetProcess(child: ChildProcess, address: string, log: LogFile, end: () => void): TargetProcess {
  const exited = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    address,
    emptyLog: () => truncateSync(log.path),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) end();
      await exited;
    },
  };
}
