import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyLane } from '../testing/process.ts';
import { startService, type TestService } from '../testing/service.ts';
import { readDashboard } from './routes/dashboard.ts';

const page = '<!doctype html><title>App</title>'.padEnd(500);
const script = 'console.log(1);'.repeat(50);

const built = mkdtempSync(path.join(os.tmpdir(), 'magpie-dashboard-'));
mkdirSync(path.join(built, 'assets'));
for (const [name, text] of [
  ['index.html', page],
  ['assets/app-1a2b.js', script],
] as const) {
  writeFileSync(path.join(built, name), text);
  writeFileSync(path.join(built, `${name}.br`), brotliCompressSync(text));
  writeFileSync(path.join(built, `${name}.gz`), gzipSync(text));
}
writeFileSync(path.join(built, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(path.join(built, 'assets/serif-1a2b.woff'), 'wOFF');

const dashboard = readDashboard(built);

/** The paths of all pages of the app. */
function addressesOfApp(): string[] {
  const routes = readFileSync(
    path.join(import.meta.dirname, '../../../dashboard/src/app/routes.tsx'),
    'utf8',
  );
  const addresses = [...routes.matchAll(/ path: '([^']+)'/g)].map(([, route = '']) =>
    route.replaceAll(/\$\w+/g, 'x'),
  );
  if (addresses.length < 10) throw new Error('The pages of the app are not to be found in its routes.');
  return addresses;
}

interface Got extends Pick<IncomingMessage, 'headers'> {
  readonly status: number | undefined;
  readonly bytes: Buffer;
}

/** Sends the path unchanged: `fetch` would normalize it, and decompress the response. */
async function at(service: TestService, address: string, headers: Record<string, string> = {}): Promise<Got> {
  const { hostname, port } = new URL(service.address);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ hostname, port, path: address, headers }, resolve).on('error', reject);
  });
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}

const looking = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('with a built dashboard', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(anyLane, {}, undefined, () => dashboard);
  });
  afterAll(async () => {
    await service.close();
    rmSync(built, { recursive: true });
  });

  it.each([
    ...addressesOfApp(),
    '/discover?q=a',
    '/brands/A%20%26%20B',
    '/studio/images/1',
    '/sign-in?next=%2Fboards',
    '/reset-password?token=x',
  ])('%s is a public page of it', async (address) => {
    const { status, bytes } = await at(service, address);
    expect([status, bytes.toString()]).toEqual([200, page]);
  });

  it('a page loads nothing from other hosts, cannot be framed and sends no referrer to others', async () => {
    expect((await at(service, '/discover')).headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'same-origin',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    });
  });

  it('files with a content hash are cached forever, all others are revalidated', async () => {
    const asset = await at(service, '/assets/app-1a2b.js');
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    const icon = await at(service, '/favicon.svg');
    expect(icon.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' });
    const font = await at(service, '/assets/serif-1a2b.woff');
    expect(font.headers['content-type']).toBe('font/woff');
    const again = await at(service, '/favicon.svg', { 'if-none-match': icon.headers.etag ?? '' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it.each([
    ['gzip, br', 'br'],
    ['br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.0, gzip;q=0', undefined],
    ['brotli', undefined],
  ] as const)('for Accept-Encoding %s it is sent as %s', async (accepted, encoding) => {
    const { headers, bytes } = await at(service, '/assets/app-1a2b.js', { 'accept-encoding': accepted });
    const packed = { br: brotliCompressSync(script), gzip: gzipSync(script) };
    expect(headers['content-encoding']).toBe(encoding);
    expect(bytes).toEqual(encoding === undefined ? Buffer.from(script) : packed[encoding]);
  });

  it('404 for other paths: as a page for browsers, as JSON for other clients', async () => {
    const nowhere = [
      '/nowhere',
      '/index.html',
      '/assets/other.js',
      '/index.html.br',
      '/index.html.gz',
      '/..%2f..%2fpackage.json',
    ];
    for (const address of nowhere) {
      const [person, program] = [await at(service, address, looking), await at(service, address)];
      expect([person.status, person.bytes.toString()], address).toEqual([404, page]);
      expect(person.headers.vary).toBe('Accept, Accept-Encoding');
      expect([program.status, program.headers['content-type']], address).toEqual([
        404,
        'application/json; charset=utf-8',
      ]);
    }
  });

  it('a path that cannot be decoded is 404 for browsers, 400 for other clients, and not counted as a failed key', async () => {
    const [person, program] = [await at(service, '/discover/%', looking), await at(service, '/discover/%')];
    expect([person.status, person.bytes.toString()]).toEqual([404, page]);
    expect([program.status, program.headers['ratelimit-policy']]).toEqual([400, undefined]);
    expect((await at(service, '/api/%', looking)).status).toBe(401);
  });

  it('a sign-in link without its token redirects to the sign-in page', async () => {
    const { status, headers } = await at(service, '/sign-in/', looking);
    expect([status, headers.location]).toEqual([302, '/sign-in']);
  });

  it.each([
    ['/api/nothing', 401],
    ['/healthz', 200],
    ['/b/nobody', 404],
    ['/media/x', 404],
    ['/pictures', 401],
    [`/sign-in/${'x'.repeat(43)}`, 410],
  ])('%s is not affected', async (address, status) => {
    const answered = await at(service, address, looking);
    expect([answered.status, answered.bytes.toString() === page]).toEqual([status, false]);
  });

  it('accepts only GET and HEAD', async () => {
    const posted = await fetch(`${service.address}/discover`, { method: 'POST' });
    expect([posted.status, (await posted.text()).includes('App')]).toEqual([404, false]);
    const { status, headers } = await fetch(`${service.address}/discover`, { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('does not log the secret of a link', async () => {
    await at(service, '/reset-password?token=very-secret');
    await at(service, '/join/very-secret');
    expect(service.logged()).not.toContain('very-secret');
  });
});

describe('without a built dashboard', () => {
  it('its pages say so, and nothing else changes', async () => {
    expect(readDashboard(path.join(os.tmpdir(), 'magpie-no-such-folder'))).toBeNull();
    const service = await startService(anyLane);
    const [joining, elsewhere] = [
      await at(service, '/join/token', looking),
      await at(service, '/x', looking),
    ];
    expect([joining.status, joining.bytes.toString()]).toEqual([
      404,
      expect.stringContaining('The dashboard is not built'),
    ]);
    expect([elsewhere.status, elsewhere.headers['content-type']]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
    await service.close();
  });
});
