import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Account } from './account.ts';

export interface Launcher {
  /** Whether the kernel ends child processes when this process ends, even after SIGKILL. */
  readonly tied: boolean;
  readonly account: Account;
  /** Runs a short program to its end. If `tied`, it does not outlive this process. */
  run(program: string, args: readonly string[]): Promise<LaunchOutcome>;
  /** Starts the server in a separate session; its output goes to the open file. */
  start(program: string, args: readonly string[], output: number): ChildProcess;
}

export interface LaunchOutcome {
  readonly ok: boolean;
  readonly output: string;
}

/** Our own environment is not passed on: PGPORT, PGDATA and similar variables would change the programs' behaviour. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

/** `setpriv` (util-linux 2.33) makes the kernel signal the program when the parent dies. */
export function tiedLauncher(account: Account): Launcher {
  const identity =
    account === null ? [] : [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const tie = (signal: string, program: string, args: readonly string[]): string[] => [
    ...identity,
    `--pdeathsig=${signal}`,
    '--',
    program,
    ...args,
  ];
  return {
    tied: true,
    account,
    run: (program, args) => collect('setpriv', tie('KILL', program, args), {}),
    // SIGINT is PostgreSQL's fast shutdown: it closes connections and leaves clean files.
    start: (program, args, output) => startServer('setpriv', tie('INT', program, args), output, {}),
  };
}

export function plainLauncher(account: Account): Launcher {
  const identity = account ?? {};
  return {
    tied: false,
    account,
    run: (program, args) => collect(program, args, identity),
    start: (program, args, output) => startServer(program, args, output, identity),
  };
}

/** Detached, so that Ctrl-C in our terminal does not stop it while requests in flight still need it. */
function startServer(
  program: string,
  args: readonly string[],
  output: number,
  identity: SpawnOptions,
): ChildProcess {
  const child = spawn(program, args, {
    ...identity,
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['ignore', output, output],
  });
  child.unref();
  return child;
}

async function collect(
  program: string,
  args: readonly string[],
  identity: SpawnOptions,
): Promise<LaunchOutcome> {
  try {
    const child = spawn(program, args, {
      ...identity,
      cwd: '/',
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(child, 'close');
    return { ok: child.exitCode === 0, output: Buffer.concat(chunks).toString().trim() };
  } catch (error) {
    return { ok: false, output: error instanceof Error ? error.message : String(error) };
  }
}
