import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { inspect } from 'node:util';
import type { Redis } from 'ioredis';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { redisLane, startRedis } from '../../testing/redis.ts';
import { createLog } from '../../config/log.ts';
import { closeRedis, pingRedis, openRedis } from './redis.ts';

const password = 'kräh/@:%41?s3cret';
let lines: string[] = [];
const log = createLog('debug', { write: (line) => void lines.push(line) });

const opened: Redis[] = [];
function open(url: string): Redis {
  const redis = openRedis(url, log);
  opened.push(redis);
  return redis;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map(closeRedis));
  lines = [];
});

/** Everything in an error: its message, its stack, and all nested properties. */
async function shown(failing: Promise<unknown>): Promise<string> {
  const error: unknown = await failing.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  );
  return inspect(error, { depth: 10, showHidden: true });
}

describe.skipIf(!redisLane.available)('a connection to Redis', () => {
  it('answers a ping with the password and the database of its address', async () => {
    const server = await startRedis({ password });
    onTestFinished(() => server.stop());
    const redis = open(`${server.url}/3`);
    await pingRedis(redis);
    expect(await redis.client('INFO')).toContain(' db=3 ');
    expect(lines).toEqual([]);
    await closeRedis(redis);
  });

  it('reports a wrong password without repeating it', async () => {
    const server = await startRedis({ password: 'another' });
    onTestFinished(() => server.stop());
    const redis = open(`redis://:${encodeURIComponent(password)}@127.0.0.1:${server.port}`);
    const text = await shown(pingRedis(redis));
    expect(text).toContain(`Redis at redis://127.0.0.1:${server.port}/0 does not answer: WRONGPASS`);
    expect(text + lines.join('')).not.toContain('s3cret');
    expect(lines.filter((line) => line.includes('"level":"warn"'))).toHaveLength(1);
    await closeRedis(redis);
  });
});

describe('an unavailable Redis', () => {
  it('is reported in one sentence with its address', async () => {
    const text = await shown(pingRedis(open('redis://127.0.0.1:1')));
    expect(text).toContain(
      'Redis at redis://127.0.0.1:1/0 does not answer: connect ECONNREFUSED 127.0.0.1:1.',
    );
  });

  it('is reported the same way while reconnecting', async () => {
    const redis = open('redis://127.0.0.1:1');
    await shown(pingRedis(redis));
    expect(await shown(pingRedis(redis))).toContain('does not answer: connect ECONNREFUSED 127.0.0.1:1.');
  });

  it.each([
    ['rediss', 'begins with a TLS handshake', 0x16],
    ['redis', 'begins with a command', '*'.codePointAt(0)],
  ])('is spoken to as its address says: %s %s', async (scheme, _, firstByte) => {
    const listener = await listen();
    const connection = once(listener.server, 'connection');
    open(`${scheme}://127.0.0.1:${listener.port}`);
    const [socket]: Socket[] = await connection;
    const [bytes]: Buffer[] = socket === undefined ? [] : await once(socket, 'data');
    expect(bytes?.[0]).toBe(firstByte);
    await listener.close();
  });

  it('may quote the password, which is redacted', async () => {
    const quoting = await listen();
    quoting.server.on('connection', (socket) => {
      socket.on('data', (data) =>
        socket.write(`-ERR I do not like ${JSON.stringify(data.toString())}\r\n`.repeat(5)),
      );
    });
    const redis = open(`redis://:s3cret@127.0.0.1:${quoting.port}`);
    const text = await shown(pingRedis(redis));
    expect(text).toContain('I do not like');
    expect(text + lines.join('')).not.toContain('s3cret');
    await closeRedis(redis);
    await quoting.close();
  });
});

describe('an address of Redis', () => {
  it.each([
    ['redis://host', { host: 'host', port: 6379, db: 0 }],
    ['redis://host/', { host: 'host', port: 6379, db: 0 }],
    [
      'redis://name:a%40b@host:7000/12',
      { host: 'host', port: 7000, db: 12, username: 'name', password: 'a@b' },
    ],
    ['redis://:50%off@[::1]:6380', { host: '::1', port: 6380, password: '50%off' }],
    ['rediss://host:6380', { host: 'host', port: 6380, tls: {} }],
  ])('is understood: %s', (url, options) => {
    expect(open(url).options).toMatchObject(options);
  });
});

async function listen(): Promise<{ port: number; server: Server; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => socket.destroy())));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    port: address.port,
    server,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
