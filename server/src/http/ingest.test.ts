import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { contract, IngestedBatch, IngestedStream, type OpenAd } from '@magpie/contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sighting } from '../ads/catalog.ts';
import { memoryCache } from '../rpc/responseCache.ts';
import { readConfig } from '../config/config.ts';
import { readLimits, memoryLimiter } from '../rpc/rateLimit/rateLimit.ts';
import { createLog } from '../config/log.ts';
import { bindProcedures, type Caller } from '../rpc/procedure.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { noSignIn } from '../testing/noSignIn.ts';
import { createHttpServer } from './server.ts';

const caller = (isOwner: boolean, ...scopes: ('read' | 'write' | 'admin')[]): Caller => ({
  userId: 'u',
  isOwner,
  scopes: new Set(scopes),
  credential: { id: 'k', secret: 's' },
});
const callers: Readonly<Record<string, Caller>> = {
  owner: caller(true, 'read', 'write', 'admin'),
  ownerWithoutAdmin: caller(true, 'read', 'write'),
  somebodyWithAdmin: caller(false, 'read', 'write', 'admin'),
};

let app: FastifyInstance;
let address: string;
let recorded: { ads: readonly OpenAd[]; sighting: Sighting }[];
let settled: number;
let ended: string[];
let hasDiskSpace: boolean;
/** Batches that the catalog received, recorded or not. */
let begun: number;
/** The catalog waits for this before it records a batch. */
let gate: Promise<void>;
let logged: string;

beforeEach(async () => {
  [recorded, settled, ended, hasDiskSpace, begun, gate, logged] = [[], 0, [], true, 0, Promise.resolve(), ''];
  app = await createHttpServer({
    services: {
      procedures: bindProcedures(contract, {}),
      db: {} as Postgres,
      limiter: memoryLimiter(),
      cache: memoryCache({}),
      indexCache: memoryCache({}),
      newestRecording: () => 1,
      diskSpace: { enough: async () => hasDiskSpace },
      log: createLog('silent'),
      limits: readLimits({ ...readConfig({}), writeLimit: 5, authFailureLimit: 1000 }),
    },
    catalog: {
      recordAds: async (ads, sighting) => {
        begun += 1;
        await gate;
        if (ads.some((ad) => ad.key === 'meta:poison')) throw new Error('the engine broke');
        recorded.push({ ads, sighting });
        return { created: ads.length, updated: 0, unchanged: 0, events: [] };
      },
      endImport: async (importId) => void ended.push(importId),
      optimize: async () => void (settled += 1),
    },
    inbox: { subscribe: () => () => undefined },
    exportCsv: () => {
      throw new Error('This test exports nothing.');
    },
    accountExport: { personOf: async () => null, write: async () => undefined },
    nameOfAdvertiser: async () => null,
    publicBoards: { contentSecurityPolicy: '', find: () => Promise.resolve(null), noticeHtml: () => '' },
    publicReports: { contentSecurityPolicy: '', find: () => Promise.resolve(null), noticeHtml: () => '' },
    ...noSignIn,
    openCreatives: () => Promise.reject(new Error('not here')),
    openPicture: async () => null,
    openLinked: async () => null,
    apiKeyAuth: { callerOf: (key) => callers[key], knownCaller: (key) => callers[key] },
    config: { publicUrl: null, trustProxy: false, corsOrigins: [] },
    readGauges: () => Promise.resolve(),
    readiness: {
      checks: {},
      hasDiskSpace: async () => hasDiskSpace,
      isLoading: () => false,
      isIndexDamaged: async () => false,
    },
    log: createLog('debug', { write: (line: string) => void (logged += line) }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(app.server.address() as { port: number }).port}/api/ingest`;
});
afterEach(() => app.close());

const ad = (id: number | string, more: object = {}): string =>
  `${JSON.stringify({ key: `meta:${id}`, advertiser: { name: 'Acme' }, ...more })}\n`;
const ads = (count: number): string => Array.from({ length: count }, (_, index) => ad(index)).join('');

/** A line of a response, of any kind: each test knows which it expects. */
type Line = any; // oxlint-disable-line typescript/no-explicit-any

interface IngestResponse {
  readonly status: number;
  readonly lines: Line[];
}

async function send(
  body: string | Uint8Array | undefined,
  { key = 'owner', query = '', ...headers }: Record<string, string> = {},
): Promise<IngestResponse> {
  const response = await fetch(`${address}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const lines: Line[] = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  // As documented in OpenAPI.
  for (const line of lines.filter(({ error }) => error === undefined)) {
    (line.done === undefined ? IngestedBatch : IngestedStream).parse(line);
  }
  return { status: response.status, lines };
}

/** A stream of ads that the test writes step by step. */
function open(): {
  request: http.ClientRequest;
  lines: () => Line[];
  response: Promise<http.IncomingMessage>;
} {
  let text = '';
  const request = http.request(address, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/x-ndjson' },
  });
  request.on('error', () => undefined);
  const response = once(request, 'response').then(([incoming]: http.IncomingMessage[]) => {
    if (incoming === undefined) throw new Error('no response');
    return incoming.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk));
  });
  response.catch(() => undefined);
  const lines = (): Line[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { request, lines, response };
}

/** Blocks recording until the gate is opened again. */
function closeGate(): () => void {
  let openGate = (): void => undefined;
  gate = new Promise((resolve) => {
    openGate = resolve;
  });
  return openGate;
}

describe('permission to send ads', () => {
  it('401 without a key, before a byte of the body is read', async () => {
    const { status, lines } = await send(ad(1), { key: 'unknown' });
    expect([status, lines[0].error.data.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it.each(['ownerWithoutAdmin', 'somebodyWithAdmin'])('403 for %s', async (key) => {
    const { status, lines } = await send(ad(1), { key });
    expect(status).toBe(403);
    expect(lines[0].error.message).toBe("/api/ingest needs an owner's key with the scope 'admin'.");
    expect(recorded).toEqual([]);
  });

  it('405 for other methods than POST, with Allow', async () => {
    const response = await fetch(address, { headers: { authorization: 'Bearer owner' } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('429 beyond the write limit', async () => {
    for (let count = 0; count < 5; count += 1) expect((await send(ad(1))).status).toBe(200);
    expect((await send(ad(1))).status).toBe(429);
  });
});

describe('accepted requests', () => {
  it.each(['application/json', 'text/plain', ''])('415 for the content type %j', async (type) => {
    const { status, lines } = await send(Buffer.from(ad(1)), { 'content-type': type });
    expect(status).toBe(415);
    expect(lines[0].error.message).toBe(
      'Ads are sent as JSON Lines with the header Content-Type: application/x-ndjson.',
    );
  });

  it('415 for an encoding other than gzip', async () => {
    expect((await send(ad(1), { 'content-encoding': 'br' })).status).toBe(415);
  });

  it.each(['application/x-ndjson', 'application/jsonl', 'application/x-ndjson; charset=utf-8'])(
    'takes %s',
    async (type) => {
      expect(await send(ad(1), { 'content-type': type })).toMatchObject({ status: 200 });
      expect(recorded).toHaveLength(1);
    },
  );

  it.each([
    ['?sorce=x', "/api/ingest has no query parameter 'sorce'; the only one is source."],
    ['?source=x&source=y', /^The query parameter source must be given once/],
    ['?source=', /^The query parameter source must be given once/],
    [`?source=${'x'.repeat(61)}`, /^The query parameter source must be given once/],
  ])('400 for %s', async (query, message) => {
    const { status, lines } = await send(ad(1), { query });
    expect([status, lines[0].error.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('stores the given source, or the default', async () => {
    await send(ad(1), { query: '?source=my-crawler' });
    await send(ad(2));
    expect(recorded.map(({ sighting }) => sighting.source)).toEqual(['my-crawler', 'ingest']);
  });

  it('takes gzip, in several members too', async () => {
    const body = Buffer.concat([gzipSync(ad(1)), gzipSync(ad(2))]);
    const { lines } = await send(body, { 'content-encoding': 'gzip' });
    expect(lines.at(-1)).toEqual({
      done: true,
      acknowledged: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      rejected: 0,
    });
  });

  it('reports incomplete gzip data', async () => {
    const { status, lines } = await send(gzipSync(ads(100)).subarray(0, -20), { 'content-encoding': 'gzip' });
    expect(status).toBe(200);
    expect(lines.at(-1).error).toMatchObject({
      message: 'The body is broken or incomplete gzip data; compress it again, or send it uncompressed.',
      data: { code: 'BAD_REQUEST' },
    });
  });

  it('counts a line as it is decompressed, however small the stream is', async () => {
    const tooLong = `${' '.repeat(9 * 1024 * 1024)}\n`;
    const stream = gzipSync(`${ad(1)}${tooLong}${ad(2)}`);
    expect(stream.length).toBeLessThan(20_000);
    const { lines } = await send(stream, { 'content-encoding': 'gzip' });
    expect(lines.flatMap((line) => line.rejected)).toContainEqual({
      record: 2,
      reason: expect.stringContaining('8 MB'),
    });
    expect(lines.at(-1)).toMatchObject({ done: true, acknowledged: 3, rejected: 1 });
  });

  it('an empty body is no ads, and no mistake', async () => {
    const { status, lines } = await send('');
    expect([status, lines]).toEqual([
      200,
      [{ done: true, acknowledged: 0, created: 0, updated: 0, unchanged: 0, rejected: 0 }],
    ]);
  });
});

describe('what is answered', () => {
  it('a line for every batch when it is on disk, and a last one with the sums', async () => {
    const { status, lines } = await send(ads(5500));
    expect(status).toBe(200);
    expect(lines).toEqual([
      { acknowledged: 5000, created: 5000, updated: 0, unchanged: 0, rejected: [] },
      { acknowledged: 5500, created: 500, updated: 0, unchanged: 0, rejected: [] },
      { done: true, acknowledged: 5500, created: 5500, updated: 0, unchanged: 0, rejected: 0 },
    ]);
    expect(recorded.map((batch) => batch.ads.length)).toEqual([5000, 500]);
  });

  it('hostile lines are rejected one by one, each with its number and a reason; the others are recorded', async () => {
    const deep = `{"key":"meta:9","advertiser":{"name":"A"},"events":[{"at":"2026-01-01T00:00:00Z","kind":"changed","changes":[{"field":"x","from":${'['.repeat(50_000)}${']'.repeat(50_000)},"to":1}]}]}`;
    const { lines } = await send(
      Buffer.concat([
        Buffer.from(`${ad(1)}\n  \r\n`),
        Buffer.from('not json\n'),
        Buffer.from([0x22, 0xff, 0x22, 0x0a]),
        Buffer.from('[]\n7\nnull\n'),
        Buffer.from(ad(2, { advertiser: {} })),
        Buffer.from(ad(3, { bodies: ['\u0000'] })),
        Buffer.from(`{"__proto__":{"polluted":1},"advertiser":{"name":"A"}}\n`),
        Buffer.from(`{"advertiser":{"name":"${'x'.repeat(9 * 1024 * 1024)}"}}\n`),
        Buffer.from(`${'['.repeat(1_000_000)}\n`),
        Buffer.from(`${deep}\n`),
        Buffer.from('{"key":"meta:8","key":"meta:9","advertiser":{"name":"A"}}\n'),
        Buffer.from(ad(4).trimEnd()),
      ]),
    );
    expect(lines[0].rejected).toEqual([
      { record: 2, reason: 'The line is not valid JSON in UTF-8' },
      { record: 3, reason: 'The line is not valid JSON in UTF-8' },
      { record: 4, reason: expect.stringContaining('must be an object') },
      { record: 5, reason: expect.stringContaining('must be an object') },
      { record: 6, reason: expect.stringContaining('must be an object') },
      { record: 7, reason: expect.stringContaining('advertiser.name') },
      { record: 8, reason: expect.stringContaining('bodies.0 must not contain NUL') },
      { record: 9, reason: expect.stringContaining("Unknown field '__proto__'") },
      { record: 10, reason: 'The line is longer than 8 MB' },
      { record: 11, reason: 'The line is nested more than 32 levels deep' },
      { record: 12, reason: 'The line is nested more than 32 levels deep' },
      { record: 13, reason: "The line gives the key 'key' twice in one object; give it once" },
    ]);
    expect(lines.at(-1)).toMatchObject({ done: true, acknowledged: 14, created: 2, rejected: 12 });
    expect(recorded.flatMap((batch) => batch.ads.map(({ key }) => key))).toEqual(['meta:1', 'meta:4']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('settles after a long stream, before it says that it is done', async () => {
    await send(ads(1000));
    expect(settled).toBe(0);
    expect((await send(ads(1001))).lines.at(-1)).toMatchObject({ done: true, created: 1001 });
    expect(settled).toBe(1);
  });

  it('is one import, which has ended also where the stream breaks off', async () => {
    await send(`${ads(5000)}${ad('poison')}`);
    await send(ads(1));
    expect(new Set(ended).size).toBe(2);
    expect(recorded.map(({ sighting }) => sighting.importId)).toEqual(ended);
  });

  it('an engine failure ends it with an error; acknowledged ads are stored, and the cause is logged', async () => {
    const { status, lines } = await send(`${ads(5000)}${ad('poison')}`);
    expect(status).toBe(200);
    expect(lines).toMatchObject([
      { acknowledged: 5000 },
      { error: { data: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) } } },
    ]);
    expect(logged).toContain('the engine broke');
    expect(JSON.stringify(lines)).not.toContain('the engine broke');
  });
});

describe('an error while the client still sends', () => {
  it('reaches it all the same', async () => {
    const { request, lines, response } = open();
    const wide = ad(1, { bodies: ['x'.repeat(19_000)] });
    request.write(`${ad('poison')}${ads(1999)}`);
    const sending = setInterval(() => request.writableNeedDrain || request.write(wide), 5);
    (await response).on('error', () => undefined);
    await vi.waitFor(() => expect(lines()).toMatchObject([{ error: { data: { httpStatus: 500 } } }]), 60_000);
    await once(request, 'close');
    clearInterval(sending);
  });
});

describe('a disk that is almost full', () => {
  it('503 at once, before anything is read', async () => {
    hasDiskSpace = false;
    const { status, lines } = await send(ad(1));
    expect([status, lines[0].error.message]).toEqual([
      503,
      'The disk of this server is almost full, so nothing can be saved; reads still work. Free some disk space, then try again.',
    ]);
  });

  it('ends a running stream with the same message; acknowledged ads stay', async () => {
    const { request, lines, response } = open();
    request.write(ads(5000));
    await response;
    await vi.waitFor(() => expect(lines()).toHaveLength(1), 60_000);
    hasDiskSpace = false;
    request.end(ads(1));
    await vi.waitFor(() => expect(lines()).toHaveLength(2), 60_000);
    expect(lines()).toMatchObject([
      { acknowledged: 5000, created: 5000 },
      { error: { message: expect.stringMatching(/almost full/), data: { httpStatus: 503 } } },
    ]);
  });
});

describe('a slow stream', () => {
  it('records an incomplete batch after a short pause', async () => {
    const { request, lines } = open();
    request.write(`${ad(1)}${ad(2).slice(0, 10)}`);
    await vi.waitFor(() => expect(lines()).toMatchObject([{ acknowledged: 1 }]), 60_000);
    request.end(ad(2).slice(10));
    await vi.waitFor(() => expect(lines().at(-1)).toMatchObject({ done: true, created: 2 }), 60_000);
  });

  it('is read no faster than it is recorded', async () => {
    const openGate = closeGate();
    const { request, lines } = open();
    const wide = ad(1, { bodies: ['x'.repeat(19_000)] });
    let sent = 0;
    const pump = (): void => {
      while (sent < 20_000 && !request.destroyed) {
        sent += 1;
        if (!request.write(wide)) return void request.once('drain', pump);
      }
      request.end();
    };
    pump();
    await vi.waitFor(() => expect(begun).toBe(1), 60_000);
    // Long enough to read everything: 380 MB arrive much faster on any test machine.
    await sleep(1000);
    expect(sent).toBeLessThan(20_000);
    expect(recorded).toEqual([]);
    request.destroy();
    openGate();
    await vi.waitFor(() => expect(recorded).toHaveLength(1), 60_000);
    expect(lines()).toEqual([]);
  });

  it('a disconnect ends it with the batch in flight: an incomplete line or batch is not recorded', async () => {
    const openGate = closeGate();
    const { request } = open();
    request.write(`${ads(5000)}${ads(100)}${ad(1).slice(0, 12)}`);
    await vi.waitFor(() => expect(begun).toBe(1), 60_000);
    request.destroy();
    await sleep(50);
    openGate();
    await vi.waitFor(() => expect(recorded).toHaveLength(1), 60_000);
    await sleep(100);
    expect(recorded.map((batch) => batch.ads.length)).toEqual([5000]);
    expect(logged).not.toMatch(/"level":"error"/);
  });

  it('a body shorter than its Content-Length is incomplete: its last line is not recorded', async () => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/ingest HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer owner\r\nContent-Type: application/jsonl\r\nContent-Length: 1000\r\n\r\n${ad(1).trimEnd()}`,
    );
    await sleep(200);
    socket.resume().end();
    await once(socket, 'close');
    await sleep(50);
    expect(recorded).toEqual([]);
    expect((await send(ad(1))).status).toBe(200);
  });

  it('a shutdown ends it with the batch in flight, and reports it', async () => {
    const { request, lines, response } = open();
    request.write(ads(5000));
    await response;
    await vi.waitFor(() => expect(lines()).toHaveLength(1), 60_000);
    const closed = app.close();
    await vi.waitFor(() => expect(lines()).toHaveLength(2), 60_000);
    expect(lines()[1].error).toMatchObject({
      message: 'The server is stopping; resend unacknowledged lines when it is back.',
      data: { code: 'SERVICE_UNAVAILABLE' },
    });
    request.destroy();
    await closed;
  });
});
