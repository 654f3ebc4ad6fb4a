import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Ready } from '../targets/child.ts';
import type { Order, Report } from '../targets/research.ts';
import type { TargetProcess } from '../process.ts';

/** The service with the index that was loaded. */
export interface ResearchService extends TargetProcess {
  /** Starts recording the queries to its engine. */
  note(): Promise<void>;
  /** How long the engine takes for what was noted, in milliseconds; null when that was nothing. */
  runAlone(): Promise<number | null>;
}

export async function startResearch(dataFolder: string, folder: string): Promise<ResearchService> {
  const logFile = path.join(folder, 'service.log');
  const log = openSync(logFile, 'a');
  const program = fileURLToPath(new URL('../targets/research.js', import.meta.url));
  const child = fork(program, [], {
    stdio: ['ignore', 'ignore', log, 'ipc'],
    execArgv: ['--max-semi-space-size=32'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      UV_THREADPOOL_SIZE: '16',
      PORT: '0',
      MAGPIE_DATA_DIR: dataFolder,
      MAGPIE_DEMO_ADS: '0',
      MAGPIE_LIMIT_READ: '1000000',
    },
  });
  const { port } = await nextMessage<Ready>(child, logFile);
  const obey = async (order: Order): Promise<Report> => {
    const report = nextMessage<Report>(child, logFile);
    child.send(order);
    return report;
  };
  const exited = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    address: `http://127.0.0.1:${port}`,
    emptyLog: () => truncateSync(logFile),
    stop: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
    note: async () => void (await obey('note')),
    runAlone: async () => (await obey('run alone')).milliseconds,
  };
}

/** The next message of the process; rejects when it ends without one. */
function nextMessage<Message>(child: ChildProcess, logFile: string): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error(`The service has ended: ${lastLine(logFile)}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as Message);
    });
  });
}

/** The log itself goes with the folder of the benchmark. */
function lastLine(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '';
}
