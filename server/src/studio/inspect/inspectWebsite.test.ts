import { contract } from '@magpie/contract';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeFetch, type SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import { connectionsLeftInTransaction } from '../../testing/activity.sql.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { type Answer, type Receiver, startReceiver } from '../../testing/receiver.ts';
import { startService, type Reply, type TestService } from '../../testing/service.ts';
import type { WebsiteFinding } from './findings.ts';
import { createRobotsCheck } from './robots.ts';
import { inspectHandler } from './inspectWebsite.ts';
import { pageFixtures } from './pages.fixture.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('the embedded lane is missing');

const sends =
  (body: string | Buffer, contentType = 'text/html', headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': contentType, ...headers }).end(body);
const redirects =
  (location: string): Answer =>
  (response) =>
    void response.writeHead(302, { location }).end();
const mug = '<meta name=description content="Blue."><h1>Mug</h1><p class=price>£12.50</p>';

describe('inspecting a website', () => {
  let site: Receiver;
  let otherSite: Receiver;
  let service: TestService;
  const inspect = (url: string): Promise<Reply> =>
    service.owner.post('cloneProducts.inspectWebsite', { url });

  beforeAll(async () => {
    site = await startReceiver();
    otherSite = await startReceiver();
    for (const one of [site, otherSite])
      one.answer('/robots.txt', sends('User-agent: *\nDisallow: /private', 'text/plain'));
    service = await startService(lane, { fetchAllow: [site.host, otherSite.host, '127.0.0.1:1'] });
  });
  afterAll(async () => {
    site.close();
    otherSite.close();
    await service.close();
  });

  const fixtures = pageFixtures('http://origin.invalid');

  it('is tested with pages of many shops', () => {
    expect(fixtures.length).toBeGreaterThanOrEqual(25);
  });

  it.each(fixtures.map(({ name }) => name))('extracts the expected data: %s', async (name) => {
    const fixture = pageFixtures(`http://${site.host}`).find((one) => one.name === name);
    if (fixture === undefined) throw new Error(`missing fixture ${name}`);
    const url = site.answer(fixture.path, sends(fixture.bytes, fixture.contentType));
    const { data, error } = await inspect(url);
    const { message, data: details } = (error ?? {}) as { message?: string; data?: { found?: unknown } };
    const got = error === undefined ? { finding: data } : { refused: message, found: details?.found };
    expect(got).toEqual(fixture.expected);
    if (data === undefined) return;
    // The result can be saved as a product.
    const { evidence: _, ...fields } = data as WebsiteFinding;
    expect(contract.cloneProducts.create.input.safeParse(fields)).toMatchObject({ success: true });
  });

  it('saves nothing', async () => {
    await inspect(site.answer('/mug', sends(mug)));
    expect((await service.owner.get('cloneProducts.list')).data).toEqual([]);
  });

  it('holds no transaction while fetching a page', async () => {
    let left: number | undefined;
    const respond = async (...request: Parameters<Answer>): Promise<void> => {
      left = await connectionsLeftInTransaction(service.db);
      sends(mug)(...request);
    };
    const url = site.answer('/watched', (...request) => void respond(...request));
    expect([(await inspect(url)).status, left]).toEqual([200, 0]);
  });

  it('follows redirects and returns the final URL', async () => {
    site.answer('/new', sends(mug));
    const { data } = await inspect(site.answer('/old', redirects('/new')));
    expect(data).toMatchObject({ name: 'Mug', url: `http://${site.host}/new`, price: 12.5, currency: 'GBP' });
  });

  describe('400 for a forbidden URL', () => {
    it.each<[string, () => string, string]>([
      ['inside the network', () => 'http://10.0.0.1/', 'is not on the public internet'],
      ['of this machine', () => 'http://localhost/', 'is not on the public internet'],
      ['of a metadata service', () => 'http://[::ffff:169.254.169.254]/', 'is not on the public internet'],
      [
        'behind a redirect',
        () => site.answer('/in', redirects('http://127.0.0.1:2/')),
        'is not on the public internet',
      ],
      ['in a circle', () => site.answer('/circle', redirects('/circle')), 'redirects more than 5 times'],
    ])('%s', async (_, address, reason) => {
      const { status, error } = await inspect(address());
      expect(status).toBe(400);
      expect(error).toMatchObject({
        message: expect.stringContaining(reason),
        data: { issues: [{ path: 'url', message: (error as { message: string }).message }] },
      });
    });
  });

  describe('422 with details for pages without a product', () => {
    it.each<[string, Answer, string, object]>([
      ['gone', (response) => void response.writeHead(404).end(mug), 'status 404', { status: 404 }],
      [
        'no HTML',
        sends('%PDF-1.7', 'application/pdf'),
        'application/pdf',
        { contentType: 'application/pdf' },
      ],
      ['too large', sends(Buffer.alloc(5 * 1024 * 1024 + 1)), 'larger than 5242880 bytes', {}],
      [
        'a small body that unpacks to a giant',
        sends(gzipSync(Buffer.alloc(6 * 1024 * 1024)), 'text/html', { 'content-encoding': 'gzip' }),
        'larger than 5242880 bytes',
        {},
      ],
      [
        'packed twice',
        sends(gzipSync(gzipSync(mug)), 'text/html', { 'content-encoding': 'gzip, gzip' }),
        'The page cannot be read. The response has an unsupported content encoding',
        {},
      ],
    ])('%s', async (name, answer, reason, found) => {
      const { status, error } = await inspect(site.answer(`/${encodeURIComponent(name)}`, answer));
      expect(status).toBe(422);
      expect(error).toMatchObject({ message: expect.stringContaining(reason), data: { found } });
    });

    it.each<[string, () => string]>([
      ['itself', () => site.answer('/private/mug', sends(mug))],
      ['behind a redirect', () => site.answer('/open', redirects('/private/mug'))],
      [
        'of another site behind two',
        () => site.answer('/away', redirects(otherSite.answer('/on', redirects('/private/mug')))),
      ],
    ])('a page that robots.txt disallows is not fetched: %s', async (_, address) => {
      const { status, error } = await inspect(address());
      expect(status).toBe(422);
      expect(error).toMatchObject({ message: expect.stringContaining('MAGPIE_ROBOTS') });
      expect([site, otherSite].flatMap((one) => one.got('/private/mug'))).toEqual([]);
    });
  });

  it('504 for an unreachable host', async () => {
    const { status, error } = await inspect('http://127.0.0.1:1/');
    expect(status).toBe(504);
    expect(error).toMatchObject({
      message: expect.stringContaining('127.0.0.1:1 returned no valid response'),
    });
  });

  describe('with a simulated clock', () => {
    /** Timeouts are a hundred times shorter. */
    const fastFetch: SafeFetch = (address, options) =>
      createSafeFetch({ allow: [site.host] })(address, {
        ...options,
        milliseconds: options.milliseconds / 100,
      });

    it('504 if a page takes longer than ten seconds', async () => {
      const url = site.answer('/never', () => undefined);
      const { prepare } = inspectHandler({
        fetch: fastFetch,
        respectsRobots: false,
        now: () => new Date(),
      });
      const preparation = { input: { url }, db: service.db, caller: {} } as unknown as Parameters<
        typeof prepare
      >[0];
      const refusal = await prepare(preparation).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        code: 'GATEWAY_TIMEOUT',
        message: expect.stringContaining('within 100 ms'),
      });
    });

    it('caches robots.txt for an hour, but not failures', async () => {
      const other = await startReceiver();
      try {
        let time = 0;
        const fetch = createSafeFetch({ allow: [other.host] });
        const check = createRobotsCheck(fetch, () => new Date(time));
        const checkPage = (): Promise<void> => check(`http://${other.host}/a`);
        other.answer('/robots.txt', 503);
        await expect(checkPage()).rejects.toThrow('status 503');
        other.answer('/robots.txt', 404);
        await checkPage();
        other.answer('/robots.txt', sends('User-agent: magpie\nDisallow: /', 'text/plain'));
        await checkPage();
        expect(other.got('/robots.txt')).toHaveLength(2);
        time = 60 * 60_000;
        await expect(checkPage()).rejects.toThrow('disallows this page');
      } finally {
        other.close();
      }
    });
  });
});
