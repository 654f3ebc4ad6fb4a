import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { Listener } from './listener.ts';

const looking = { accept: 'text/html,*/*' };
let listener: Listener;
let url: string;

async function open(
  steps: readonly string[] = ['Starting PostgreSQL', 'Starting ClickHouse'],
): Promise<void> {
  listener = new Listener(() => steps);
  await listener.listen('127.0.0.1', 0);
  url = `http://127.0.0.1:${(listener.server.address() as { port: number }).port}`;
}

afterEach(async () => {
  listener.server.closeAllConnections();
  await listener.close();
});

describe('before the service is attached', () => {
  it('pages show the steps in progress and load themselves again', async () => {
    await open(['Starting <PostgreSQL>']);
    for (const [path, headers] of [
      ['/', {}],
      ['/boards/1?x=1', {}],
      ['/docs', looking],
      ['/sign-in/token', looking],
    ] as const) {
      const page = await fetch(url + path, { headers });
      expect([page.status, page.headers.get('refresh'), page.headers.get('retry-after')]).toEqual([
        503,
        '1',
        '1',
      ]);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await page.text()).toContain('<li>Starting &lt;PostgreSQL&gt;…</li>');
    }
  });

  it('calls get 503 in the error envelope of the API, whatever the method', async () => {
    await open();
    const body = 'x'.repeat(2_000_000);
    for (const [path, init] of [
      ['/api/v1/trpc/boards.list', { headers: looking }],
      ['/api/v1/trpc/boards.create', { method: 'POST', body }],
      ['/api/export/ads.csv', {}],
      ['/mcp', { method: 'POST', body: '{}' }],
      ['/', { method: 'POST' }],
      ['/healthz', { method: 'POST' }],
      ['/files/x', {}],
    ] as const) {
      const response = await fetch(url + path, init);
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '2']);
      expect(await response.json()).toEqual({
        error: {
          message:
            'Magpie is starting (Starting PostgreSQL, Starting ClickHouse); try again in a few seconds.',
          code: -32603,
          data: {
            code: 'SERVICE_UNAVAILABLE',
            httpStatus: 503,
            requestId: response.headers.get('x-request-id'),
            retryAfterSeconds: 2,
          },
        },
      });
    }
  });

  it('/healthz returns 200 and /readyz 503 with what is missing', async () => {
    await open();
    const [health, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(url + path)));
    expect([health?.status, await health?.json()]).toEqual([200, { status: 'ok' }]);
    expect([ready?.status, await ready?.json()]).toEqual([
      503,
      { ready: false, checks: { start: 'Starting PostgreSQL, Starting ClickHouse' } },
    ]);
  });
});

describe('when the service is attached', () => {
  it('answers on the connections that are open', async () => {
    await open();
    const socket = connect((listener.server.address() as { port: number }).port, '127.0.0.1');
    const received = text(socket);
    socket.write('GET /api/x HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    listener.attach((_request, response) => void response.end('served'));
    socket.write('GET /api/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await received).toMatch(/served$/);
  });

  it('pages wait until the build of the dashboard ends, even if it fails; nothing else waits', async () => {
    await open([]);
    listener.attach((_request, response) => void response.end('served'));
    let end = (_error: Error): void => undefined;
    const build = new Promise((_resolve, reject) => (end = reject));
    const held = listener.holdPages(build);
    const read = async (path: string, method = 'GET'): Promise<number> =>
      (await fetch(url + path, { method })).status;
    expect(await Promise.all([read('/'), read('/boards'), read('/boards', 'HEAD')])).toEqual([503, 503, 503]);
    expect(await Promise.all([read('/api/x'), read('/x'), read('/', 'POST')])).toEqual([200, 200, 200]);
    end(new Error('failed'));
    await expect(held).rejects.toThrow('failed');
    expect(await read('/')).toBe(200);
  });
});

describe('the host localhost', () => {
  it('is served at each of its addresses', async () => {
    listener = new Listener();
    await listener.listen('localhost', 0);
    const { port } = listener.server.address() as { port: number };
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});
