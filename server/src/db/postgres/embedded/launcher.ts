import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** The account that runs the server; null: our own. */
export type Account = { readonly uid: number; readonly gid: number } | null;

/**
 * PostgreSQL cannot run as root, so root starts it under this account. It is not `nobody`, which other daemons,
 * files of unmapped users and squashed network mounts share: any of them could then read the data. The uid is
 * unassigned on common systems: above users and daemons, below the range of systemd, and within the 65,536 of a container.
 */
const privateAccount = { uid: 60_917, gid: 60_917 } as const;

/** The owner of the cluster files once they exist, so that every start uses the same account. */
export async function chooseAccount(cluster: string): Promise<Account> {
  const owner = await stat(cluster).catch(() => null);
  const us = process.getuid?.() ?? 0;
  if (us !== 0) {
    if (owner === null || owner.uid === us) return null;
    throw new Error(
      `The PostgreSQL files in ${cluster} belong to the account ${owner.uid} and Magpie runs as ${us}: start it as ${owner.uid === 0 ? 'root' : `that account or as root`}, or set MAGPIE_DATA_DIR to another folder.`,
    );
  }
  return owner === null || owner.uid === 0 ? privateAccount : { uid: owner.uid, gid: owner.gid };
}

/** `initdb`, unlike the server, needs an account with a name: root runs it as `nobody`. */
export async function namedAccount(account: Account): Promise<Account> {
  if (account === null) return null;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  if (accounts.some(([, , uid]) => Number(uid) === account.uid)) return account;
  const nobody = accounts.find(([name]) => name === 'nobody');
  if (nobody === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no account named nobody to create its files: start Magpie as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid: Number(nobody[2]), gid: account.gid };
}

export async function changeOwner(account: Account, file: string): Promise<void> {
  if (account === null) return;
  await chown(file, account.uid, account.gid).catch((error: unknown) => {
    throw new Error(
      `PostgreSQL does not run as root, and ${file} cannot be given to the account that runs it instead (${account.uid}): start Magpie as an ordinary user, or set MAGPIE_DATA_DIR to a folder on another disk.`,
      { cause: error },
    );
  });
}

/** The outermost parent folder that the account cannot enter, judged by mode. */
export async function inaccessibleFolder(folder: string, account: Account): Promise<string | null> {
  const parent = path.dirname(folder);
  const outer = parent === folder ? null : await inaccessibleFolder(parent, account);
  if (outer !== null || account === null) return outer;
  const { mode, uid, gid } = await stat(folder);
  const enterBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return (mode & enterBit) === 0 ? folder : null;
}

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
