import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LimitRule } from '../rpc/rateLimit/rateLimit.ts';

export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** Stops answering without closing connections, as a machine that hangs does. */
  pause(): void;
  resume(): void;
  /** Gone without a word; `startRedis({ port })` brings an empty one back at the same address. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const binary = findOnPath('redis-server');
const setpriv = findOnPath('setpriv');
/** A test process that is killed runs no exit handler; where the kernel can, it takes the server down with it. */
const launcher = setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL'];

/** Tests that need a real Redis: skipped with a notice where it is not installed, unless they are required. */
export const redisLane = { name: 'redis', available: binary !== undefined } as const;

if (binary === undefined) {
  const notice = 'redis-server is not on the PATH, so what needs a real Redis cannot be tested';
  if ((process.env['MAGPIE_REQUIRE_LANES'] ?? '').split(',').includes(redisLane.name)) {
    throw new Error(`${notice}; MAGPIE_REQUIRE_LANES requires it.`);
  }
  console.warn(`${notice}; skipped.`);
}

/** An empty Redis on loopback without persistence. */
export async function startRedis(options: { port?: number; password?: string } = {}): Promise<TestRedis> {
  const attempts = options.port === undefined ? 5 : 1;
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    try {
      return await launch(port, options.password);
    } catch (error) {
      // Between finding a free port and taking it, somebody else may have.
      if (attempt === attempts) throw error;
    }
  }
}

async function launch(port: number, password?: string): Promise<TestRedis> {
  if (binary === undefined) throw new Error('redis-server is not on the PATH; install it or skip this test.');
  const folder = await mkdtemp(path.join(tmpdir(), 'magpie-redis-'));
  const settings = `--port ${port} --bind 127.0.0.1 --appendonly no --dir ${folder} --save`
    .split(' ')
    .concat('');
  const secret = password === undefined ? [] : ['--requirepass', password];
  const [command = binary, ...words] = [...launcher, binary, ...settings, ...secret];
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const leaveNone = (): boolean => child.kill('SIGKILL');
  process.once('exit', leaveNone);
  const exited = once(child, 'exit').then(() => {
    process.off('exit', leaveNone);
    return rm(folder, { recursive: true, force: true });
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill('SIGCONT');
    child.kill(signal);
    await exited;
  };
  await untilPrinted(child, 'Ready to accept connections');
  return {
    url: `redis://${password === undefined ? '' : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    port,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

export interface LimiterProcess {
  /** Makes that many calls at once in the other process; how many were allowed. */
  take(rule: LimitRule, subject: string, calls: number): Promise<number>;
  stop(): Promise<void>;
}

/** Loads the limiter from its sources through Vitest's own compiler: Node 20 cannot run TypeScript. */
const limiterProcessSource = `
  import { createViteServer } from 'vitest/node';
  const vite = await createViteServer({
    configFile: false, logLevel: 'error', appType: 'custom', optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  const { openRedis } = await vite.ssrLoadModule('/server/src/db/redis/redis.ts');
  const { memoryLimiter, redisLimiter } = await vite.ssrLoadModule('/server/src/rpc/rateLimit/rateLimit.ts');
  const { createLog } = await vite.ssrLoadModule('/server/src/config/log.ts');
  const log = createLog('warn');
  // Allows nothing: a process that counts alone must not look like one that shares.
  const nobody = {
    consume: () => ({ allowed: false, remaining: 0, resetSeconds: 1 }),
    setCount: () => {}, raiseCount: () => {}, close: async () => {},
  };
  const limiter = redisLimiter(openRedis(process.argv[1], log), nobody, log);
  process.on('message', async ({ rule, subject, calls }) => {
    const results = await Promise.all(Array.from({ length: calls }, () => limiter.consume(rule, subject)));
    process.send(results.filter(({ allowed }) => allowed).length);
  });
  process.on('disconnect', () => process.exit());
  process.send('ready');
`;

/** Another process with a limiter on the same Redis, as a second node would have. */
export async function startLimiterProcess(redisUrl: string): Promise<LimiterProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', limiterProcessSource, redisUrl], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  await nextMessage(child);
  return {
    async take(rule, subject, calls) {
      const answer = nextMessage(child);
      child.send({ rule, subject, calls });
      return Number(await answer);
    },
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void =>
      reject(new Error(`The limiter process ended with ${String(code)}.`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}

async function untilPrinted(child: ChildProcess, text: string): Promise<void> {
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`redis-server ended before it was ready:\n${printed}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes(text)) resolve();
    });
  });
}

/** For servers that need a fixed port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The probe socket has no port.');
  return address.port;
}

function findOnPath(name: string): string | undefined {
  const candidates = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
