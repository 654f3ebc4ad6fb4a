import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanUp, makeDataFolder, type ServerProcess, startMagpie, startServer } from './testing/process.ts';
import type { Client, Reply } from './testing/service.ts';

afterEach(cleanUp);

interface Write {
  readonly name: string;
  /** The acknowledged id; undefined if the response was lost with the server. */
  readonly answer: unknown;
}

const rounds = 24;
const writers = 4;
const settings = { MAGPIE_LIMIT_WRITE: '1000000', MAGPIE_LIMIT_READ: '1000000', MAGPIE_LOG_LEVEL: 'warn' };

describe('SIGKILL under load', () => {
  it(`${rounds} times: every acknowledged board exists exactly once, and a repeat returns the first response`, async () => {
    const folder = makeDataFolder();
    let server = await startServer(folder, settings);
    const key = server.key ?? '';
    const writes: Write[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const written = await writeUntilKilled(server, key, round);
      // Every third time the next start is killed too, at varying moments.
      if (round % 3 === 0) await killDuringStart(folder, (round * 211) % 1500);
      server = await startServer(folder, settings);
      writes.push(...(await repeatAll(server.clientWith(key), written)));
    }
    const { data: boards } = await server.clientWith(key).get('boards.list');
    const names = boards.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
    expect(writes.length).toBeGreaterThan(rounds * writers);
    expect((await server.end('SIGTERM')).code).toBe(0);
  });
});

async function writeUntilKilled(server: ServerProcess, key: string, round: number): Promise<Write[]> {
  const client = server.clientWith(key);
  const writes: Write[] = [];
  const write = async (writer: number): Promise<void> => {
    for (let number = 1; ; number += 1) {
      const name = `${round}/${writer}/${number}`;
      const answer = await create(client, name).catch(() => undefined);
      writes.push({ name, answer: answer?.data });
      if (answer === undefined) return;
      expect(answer.status).toBe(200);
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await sleep((round * 137) % 900);
  await server.end('SIGKILL');
  await writing;
  return writes;
}

function create(client: Client, name: string): Promise<Reply> {
  return client.post('boards.create', { name }, { 'idempotency-key': name });
}

async function killDuringStart(folder: string, milliseconds: number): Promise<void> {
  const starting = startMagpie(['serve'], { PORT: '0', MAGPIE_DATA_DIR: folder, ...settings });
  await sleep(milliseconds);
  await starting.end('SIGKILL');
}

/** Repeats every write of the killed server, as a client without a response does. */
async function repeatAll(client: Client, written: readonly Write[]): Promise<readonly Write[]> {
  for (const { name, answer } of written) {
    const again = await create(client, name);
    expect(again.status).toBe(200);
    expect(answer === undefined ? again.data.name : again.data).toEqual(answer ?? name);
  }
  return written;
}

describe('SIGTERM', () => {
  it('disconnects a client that never ends its request, and exits 0', async () => {
    const server = await startServer(makeDataFolder());
    const { hostname, port } = new URL(server.address);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/v1/trpc/boards.create HTTP/1.1\r\nHost: magpie\r\nAuthorization: Bearer ${server.key}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n',
    );
    // The server has the headers and waits for the body.
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 100 Continue/);
    const cut = once(socket, 'close');
    const { code, stderr } = await server.end('SIGTERM');
    expect([code, stderr]).toEqual([0, expect.stringContaining('closing connections of slow requests')]);
    await cut;
  });
});
