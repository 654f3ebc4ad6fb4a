import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import {
  plainLauncher,
  tiedLauncher,
  chooseAccount,
  namedAccount,
} from '../db/postgres/embedded/launcher.ts';
import { untilReady } from '../db/postgres/embedded/server.ts';
import type { LaneConnection } from './postgresLane.ts';

/** A PostgreSQL as somebody else would run it: on a network port, with a password. */
export interface TestServer {
  readonly connection: LaneConnection;
  stop(): Promise<void>;
}

interface Installed {
  readonly major: number;
  readonly folder: string;
}

/** The oldest PostgreSQL from 15 on that this machine has: the floor is what needs proof. */
export function findInstalledPostgres(): Installed | undefined {
  const debian = '/usr/lib/postgresql';
  const folders = existsSync(debian)
    ? readdirSync(debian).map((major) => path.join(debian, major, 'bin'))
    : [];
  return [...folders, ...(process.env['PATH'] ?? '').split(':')]
    .filter((folder) => existsSync(path.join(folder, 'postgres')) && existsSync(path.join(folder, 'initdb')))
    .map((folder) => ({ folder, major: majorOf(folder) }))
    .filter(({ major }) => major >= 15)
    .toSorted((one, other) => one.major - other.major)[0];
}

function majorOf(folder: string): number {
  const said = execFileSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1] ?? 0);
}

export async function startTestServer({ folder: programs }: Installed): Promise<TestServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-pg-server-'));
  const account = await namedAccount(await chooseAccount(folder + '/none'));
  const password = 'p@ss:word/with?marks';
  const cluster = path.join(folder, 'cluster');
  const passwordFile = path.join(folder, 'password');
  mkdirSync(cluster);
  writeFileSync(passwordFile, password);
  chmodSync(folder, 0o755);
  if (account !== null)
    for (const place of [folder, cluster, passwordFile]) chownSync(place, account.uid, account.gid);
  const made = await plainLauncher(account).run(path.join(programs, 'initdb'), [
    `--pgdata=${cluster}`,
    '--username=magpie',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  if (!made.ok) throw new Error(made.output);
  const port = await freePort();
  const log = await open(path.join(folder, 'log'), 'a');
  // Dies with the test run, however that ends.
  const launcher = existsSync('/usr/bin/setpriv') ? tiedLauncher(account) : plainLauncher(account);
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const child = launcher.start(
    path.join(programs, 'postgres'),
    ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    log.fd,
  );
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  await untilReady(cluster, child.pid ?? 0, AbortSignal.timeout(120_000));
  await log.close();
  return {
    connection: { host: '127.0.0.1', port, user: 'magpie', password, database: 'postgres', ssl: false },
    async stop() {
      child.ref();
      child.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  await new Promise<void>((resolve) => void listener.close(() => resolve()));
  if (typeof address !== 'object' || address === null) throw new Error('The listener has no port.');
  return address.port;
}
