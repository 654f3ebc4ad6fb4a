import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { wireTo, type Wire } from '../testing/http.ts';

const [postgres] = postgresLanes;
const [clickhouseLane] = clickhouseLanes;
if (postgres === undefined || clickhouseLane === undefined)
  throw new Error('there are always the embedded lanes');

const slug = 'for-everybody';
const list = '/api/v1/trpc/boards.list';
const json = { 'content-type': 'application/json' };

interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As received, compressed or not. */
  readonly bytes: Buffer;
}

let clickhouse: ClickHouseEngine;
let service: TestService;
let wire: Wire;
/** Reads of the leaderboard that is requested. Memory is filled in the background by other statements. */
let leaderboardReads = 0;
beforeAll(async () => {
  clickhouse = await freshClickHouse(clickhouseLane);
  const counting: ClickHouseEngine = {
    ...clickhouse,
    read: (statement, parameters) => {
      if (statement.includes('totalEngagement')) leaderboardReads += 1;
      return clickhouse.read(statement, parameters);
    },
  };
  service = await startService(postgres, {}, counting);
  wire = wireTo(service.address);
  for (let count = 0; count < 20; count += 1)
    await service.owner.post('boards.create', { name: `Board ${count}`, description: 'Hooks '.repeat(40) });
  const { id } = (await service.owner.post('boards.create', { name: 'Public' })).data;
  await service.owner.post('boards.updateSlug', { id, slug });
  await service.owner.post('boards.togglePublic', { id, published: true });
  const today = new Date().toISOString().slice(0, 10);
  const ads = Array.from({ length: 30 }, (_, number) => ({
    key: `meta:${number}`,
    advertiser: { name: `Acme ${number}` },
    bodies: ['Run further'],
    platforms: ['facebook'],
    startDate: today,
    engagement: { likes: number + 1 },
  }));
  const pushed = await fetch(`${service.address}/api/ingest`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.owner.key}`,
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
    },
    body: gzipSync(ads.map((ad) => JSON.stringify(ad)).join('\n')),
  });
  const lines = await pushed.text();
  if (!lines.includes('"done":true,"acknowledged":30')) throw new Error(`No ads were recorded: ${lines}`);
});
afterAll(async () => {
  wire.close();
  await service.close();
  await clickhouse.close();
});

/** Unlike fetch, it decompresses nothing and sends no Accept-Encoding by itself. */
function send(
  path: string,
  headers: Record<string, string> = {},
  body?: string | Uint8Array,
  method = body === undefined ? 'GET' : 'POST',
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${service.owner.key}`;
    const sent = httpRequest(`${service.address}${path}`, { method, headers: { authorization, ...headers } });
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject).on('data', (chunk: Buffer) => void chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    sent.end(body);
  });
}

const accepting = (encodings: string): Record<string, string> => ({ 'accept-encoding': encodings });

function decoded({ headers, bytes }: RawResponse): string {
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return bytes.toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}

function errorIn(response: RawResponse): { message: string; data: { code: string } } {
  return (JSON.parse(decoded(response)) as { error: { message: string; data: { code: string } } }).error;
}

describe('responses', () => {
  it.each(['br', 'gzip'])('JSON in %s from 1 kB on, with its length and Vary', async (encoding) => {
    const [plain, packed] = [await send(list), await send(list, accepting(encoding))];
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers.vary).toBe('Accept-Encoding');
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(packed.bytes.length),
      vary: 'Accept-Encoding',
    });
    expect(decoded(packed)).toBe(plain.bytes.toString());
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
  });

  it('are readable by fetch', async () => {
    const headers = { authorization: `Bearer ${service.owner.key}` };
    const response = await fetch(`${service.address}${list}`, { headers });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toBe((await send(list)).bytes.toString());
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['*;q=0.1', 'br'],
    ['gzip;q=0, br;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['deflate', undefined],
    ['', undefined],
  ])('follow Accept-Encoding: %s with %s', async (accepted, encoding) => {
    const { headers } = await send(list, accepting(accepted));
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding']);
  });

  it.each(['br', 'gzip'])('have the same headers for HEAD in %s', async (encoding) => {
    for (const path of [list, `/b/${slug}`]) {
      const got = await send(path, accepting(encoding));
      const head = await send(path, accepting(encoding), undefined, 'HEAD');
      const names = ['content-encoding', 'content-length', 'content-type', 'etag', 'vary'] as const;
      expect(names.map((name) => head.headers[name])).toEqual(names.map((name) => got.headers[name]));
      expect([head.status, head.headers['content-encoding'], head.bytes.length]).toEqual([200, encoding, 0]);
    }
  });

  it('are not compressed if they are small, whatever their status', async () => {
    for (const path of ['/api/v1/trpc/teams.list', '/api/v1/trpc/nothing', '/healthz']) {
      const { headers, bytes } = await send(path, accepting('br, gzip'));
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers['content-length']).toBe(String(bytes.length));
    }
  });

  it('are compressed for a large error', async () => {
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`unknownField${at}`, at]));
    const response = await send(
      '/api/v1/trpc/boards.create',
      { ...json, ...accepting('gzip') },
      JSON.stringify(fields),
    );
    expect([response.status, response.headers['content-encoding']]).toEqual([400, 'gzip']);
    expect(errorIn(response).data.code).toBe('BAD_REQUEST');
  });

  it('are compressed for a batch', async () => {
    const path = '/api/v1/trpc/boards.list,boards.list?batch=1';
    const [plain, packed] = [await send(path), await send(path, accepting('br'))];
    expect([packed.headers['content-encoding'], decoded(packed)]).toEqual(['br', plain.bytes.toString()]);
  });

  it.each(['br', 'gzip'])('CSV as a stream in %s, HEAD included', async (encoding) => {
    const path = '/api/export/ads.csv';
    const [plain, packed] = [await send(path), await send(path, accepting(encoding))];
    const head = await send(path, accepting(encoding), undefined, 'HEAD');
    for (const { headers } of [packed, head])
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(decoded(packed)).toBe(plain.bytes.toString());
  });

  it('HTML, with a weak tag that is the same with 304', async () => {
    const [plain, packed] = [await send(`/b/${slug}`), await send(`/b/${slug}`, accepting('br'))];
    expect(packed.headers['content-encoding']).toBe('br');
    expect(plain.headers.etag).toMatch(/^"/);
    expect(packed.headers.etag).toBe(`W/${plain.headers.etag}`);
    expect(decoded(packed)).toBe(plain.bytes.toString());
    for (const { headers } of [plain, packed]) {
      const held = { 'if-none-match': headers.etag ?? '' };
      const again = await send(`/b/${slug}`, { ...accepting('br'), ...held });
      expect([again.status, again.headers.vary, again.headers.etag, again.bytes.length]).toEqual([
        304,
        'Accept-Encoding',
        packed.headers.etag,
        0,
      ]);
      expect(again.headers).not.toHaveProperty('content-encoding');
      expect((await send(`/b/${slug}`, held)).headers.etag).toBe(plain.headers.etag);
    }
  });

  it('are not compressed twice: pictures, and files that are built compressed', async () => {
    const picture = await send(`/b/${slug}.png`, accepting('br, gzip'));
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(picture.headers).not.toHaveProperty('content-encoding');
    expect(picture.headers.vary).toBeUndefined();
    const reference = await send('/openapi.json', accepting('br, gzip'));
    expect(reference.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(decoded(reference))).toHaveProperty('openapi');
  });

  it('are not compressed for event streams, which arrive at once', async () => {
    const { hostname, port } = new URL(service.address);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(
      `GET /api/inbox/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.owner.key}\r\nAccept-Encoding: br, gzip\r\n\r\n`,
    );
    let received = '';
    while (!received.includes('event: unread')) received += String((await once(socket, 'data'))[0]);
    socket.destroy();
    expect(received).toMatch(/^content-type: text\/event-stream/im);
    expect(received).not.toMatch(/^content-encoding/im);
  });

  it('are compressed for MCP if they are JSON', async () => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: {},
    };
    const accept = { accept: 'application/json, text/event-stream' };
    const response = await send(
      '/mcp',
      { ...json, ...accept, ...accepting('gzip'), 'content-encoding': 'gzip' },
      gzipSync(JSON.stringify(message)),
    );
    expect([response.status, response.headers['content-type'], response.headers['content-encoding']]).toEqual(
      [200, expect.stringContaining('application/json'), 'gzip'],
    );
    expect(JSON.parse(decoded(response))).toHaveProperty('result.tools');
  });

  it('are not compressed if they contain a secret, alone or in a batch', async () => {
    const names = Array.from({ length: 8 }, () => 'apiKeys.create').join(',');
    const inputs = JSON.stringify(
      Object.fromEntries(Array.from({ length: 8 }, (_, at) => [at, { name: 'x'.repeat(100) }])),
    );
    const { status, headers, bytes } = await send(
      `/api/v1/trpc/${names}?batch=1`,
      { ...json, ...accepting('br, gzip') },
      inputs,
    );
    expect([status, bytes.length > 1024]).toEqual([200, true]);
    expect(headers).not.toHaveProperty('content-encoding');
  });
});

describe('cached responses', () => {
  it('are a HIT in every encoding with the same content, from one query', async () => {
    const path = '/api/v1/trpc/trending.topAdvertisers?input=%7B%22windowDays%22%3A7%7D';
    const first = await send(path, accepting('gzip'));
    expect([first.status, first.headers['x-cache'], first.headers['content-encoding']]).toEqual([
      200,
      'MISS',
      'gzip',
    ]);
    expect(leaderboardReads).toBe(1);
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['br', 'br'],
      ['', undefined],
      ['br', 'br'],
    ] as const) {
      const again = await send(path, accepting(accepted));
      expect([again.headers['x-cache'], again.headers['content-encoding'], again.headers.vary]).toEqual([
        'HIT',
        encoding,
        'Accept-Encoding',
      ]);
      expect(Number(again.headers.age)).toBeGreaterThanOrEqual(0);
      expect(decoded(again)).toBe(decoded(first));
    }
    const head = await send(path, accepting('gzip'), undefined, 'HEAD');
    expect([head.headers['x-cache'], head.headers['content-length']]).toEqual([
      'HIT',
      first.headers['content-length'],
    ]);
    expect(leaderboardReads).toBe(1);
  });

  it('from the index are compressed once, and the same through a plain request', async () => {
    const path = '/api/v1/trpc/ads.search?input=%7B%22limit%22%3A30%7D';
    const first = await send(path, accepting('br'));
    const before = leaderboardReads;
    for (const accepted of ['br', 'gzip', ''])
      expect(decoded(await send(path, accepting(accepted)))).toBe(decoded(first));
    expect([first.headers['content-encoding'], leaderboardReads - before]).toEqual(['br', 0]);
  });
});

describe('request bodies', () => {
  const create = '/api/v1/trpc/boards.create';
  const post = (body: Uint8Array, headers: Record<string, string> = {}): Promise<RawResponse> =>
    send(create, { ...json, 'content-encoding': 'gzip', ...headers }, body);
  const invalid = 'The body is broken or incomplete gzip data; compress it again, or send it uncompressed.';
  const tooLarge = 'The body is too large; the limit is 1 MB.';

  it.each(['gzip', 'GZIP', 'x-gzip'])('200 for %s', async (encoding) => {
    const response = await post(gzipSync('{"name":"Packed"}'), { 'content-encoding': encoding });
    expect([response.status, JSON.parse(decoded(response))]).toMatchObject([
      200,
      { result: { data: { name: 'Packed' } } },
    ]);
  });

  it('200 for identity, and for gzip in several members and in chunks', async () => {
    expect((await post(Buffer.from('{"name":"x"}'), { 'content-encoding': 'identity' })).status).toBe(200);
    const members = Buffer.concat([gzipSync('{"name":'), gzipSync('"Members"}')]);
    const response = await post(members, { 'transfer-encoding': 'chunked' });
    expect([response.status, decoded(response)]).toEqual([200, expect.stringContaining('Members')]);
  });

  it.each([
    ['what is not gzip', Buffer.from('{"name":"x"}')],
    ['gzip that ends early', gzipSync('{"name":"x"}').subarray(0, -9)],
    ['gzip with something behind it', Buffer.concat([gzipSync('{"name":"x"}'), Buffer.from('more')])],
    ['nothing', Buffer.of()],
  ])('400 for %s', async (_, body) => {
    const response = await post(body);
    expect([response.status, errorIn(response).message]).toEqual([400, invalid]);
  });

  it('413 for a body that decompresses to more than the limit, as for an uncompressed one', async () => {
    const content = `{"name":"${'x'.repeat(50_000_000)}"}`;
    const bomb = gzipSync(content);
    expect(bomb.length).toBeLessThan(100_000);
    const response = await post(bomb);
    expect([response.status, errorIn(response).message]).toEqual([413, tooLarge]);
  });

  it('413 before the rest of the body is sent', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const { hostname, port } = new URL(service.address);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(
      `POST ${create} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.owner.key}\r\nContent-Type: application/json\r\n` +
        `Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n${bomb.length.toString(16)}\r\n`,
    );
    // The end of the member and of the chunked body never comes.
    socket.write(bomb.subarray(0, -100));
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk)));
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toContain(tooLarge);
  });

  it('413 for gzip that is longer than the limit and contains nothing', async () => {
    // A gzip header and empty stored blocks.
    const head = gzipSync('').subarray(0, 10);
    const blocks = Buffer.alloc(2 * 1024 * 1024, Buffer.from([0, 0, 0, 0xff, 0xff]));
    const response = await post(Buffer.concat([head, blocks]), { 'transfer-encoding': 'chunked' });
    expect([response.status, errorIn(response).message]).toEqual([413, tooLarge]);
  });

  it('200 for one that is just as large as the limit allows', async () => {
    const filler = ' '.repeat(1024 * 1024 - '{"name":"x"}'.length);
    expect((await post(gzipSync(`{"name":"x"${filler}}`))).status).toBe(200);
    expect((await post(gzipSync(`{"name":"x"${filler} }`))).status).toBe(413);
  });

  it.each(['br', 'deflate', 'zstd', 'gzip, gzip'])('415 for %s, with what to do', async (encoding) => {
    const response = await post(gzipSync('{"name":"x"}'), { 'content-encoding': encoding });
    expect([response.status, errorIn(response).message]).toEqual([
      415,
      `The body has the encoding '${encoding}'; send it with Content-Encoding: gzip, or uncompressed.`,
    ]);
    expect(response.headers['accept-encoding']).toBe('gzip');
  });

  it('are decompressed wherever a body is read', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    const signIn = await send(
      '/api/auth/sign-in/email',
      { ...json, ...gzip, origin: service.address },
      gzipSync('{"email":"nobody@example.com","password":"wrong-password"}'),
    );
    expect([signIn.status, errorIn(signIn).message]).not.toContain(invalid);
    expect(signIn.status).toBe(401);
    const batch = await send(
      '/api/v1/trpc/boards.create,boards.create?batch=1',
      { ...json, ...gzip },
      gzipSync('{"0":{"name":"One"},"1":{"name":"Two"}}'),
    );
    expect(batch.status).toBe(200);
    const form = await send(
      '/oauth/token',
      { 'content-type': 'application/x-www-form-urlencoded', ...gzip },
      gzipSync('grant_type=password'),
    );
    expect(decoded(form)).toContain('unsupported_grant_type');
  });

  it('413 for a form with a smaller limit, even if broken data follows', async () => {
    const broken = Buffer.concat([gzipSync('x='.repeat(100_000)), Buffer.from('garbage')]);
    const { status } = await send(
      '/sign-in/some-token',
      { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' },
      broken,
    );
    expect(status).toBe(413);
    expect((await send(list)).status).toBe(200);
  });

  it('401 without a key, before anything is decompressed', async () => {
    expect((await post(Buffer.from('no gzip'), { authorization: 'Bearer wrong' })).status).toBe(401);
  });

  it('a GET without a body is served whatever its Content-Encoding', async () => {
    expect((await send(list, { 'content-encoding': 'br' })).status).toBe(200);
  });

  it('a connection is used again after a gzip body, also after one of an unknown type', async () => {
    const authorization = `Bearer ${service.owner.key}`;
    const request = { method: 'POST', path: create, body: gzipSync('{"name":"x"}') };
    for (const type of ['application/json', 'text/plain', 'application/json']) {
      const headers = { authorization, 'content-type': type, 'content-encoding': 'gzip' };
      const { status } = await wire.send({ ...request, headers });
      expect(status).toBe(type === 'text/plain' ? 415 : 200);
    }
  });

  it('that end early are not logged as our failure', async () => {
    const before = service.logged().length;
    await wire.abandon(
      `POST ${create} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.owner.key}\r\nContent-Type: application/json\r\n` +
        'Content-Encoding: gzip\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n',
      gzipSync('{"name":"x"}').subarray(0, 20).toString('latin1'),
    );
    expect((await send(list)).status).toBe(200);
    expect(service.logged().slice(before)).not.toContain('"level":50');
  });
});

describe('pages of other sites', () => {
  it('get both headers in Vary, and can send gzip', async () => {
    const origin = 'https://app.example';
    const allowing = await startService(postgres, { corsOrigins: [origin] });
    onTestFinished(() => allowing.close());
    const headers = { authorization: `Bearer ${allowing.owner.key}`, origin };
    const response = await fetch(`${allowing.address}${list}`, { headers });
    expect(response.headers.get('vary')).toBe('Origin, Accept-Encoding');
    const preflight = await fetch(`${allowing.address}/api/v1/trpc/boards.create`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-encoding',
      },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Encoding');
  });
});
