import { once } from 'node:events';
import { get } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSignInLink } from '../auth/signInLinks.ts';
import { browserAt, type Browser } from '../testing/browser.ts';
import { noise, picture, type PictureHost, startPictureHost } from '../testing/pictures.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { type Client, startService, type TestService } from '../testing/service.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

let host: PictureHost;
let service: TestService;
let ann: Client;

beforeAll(async () => {
  host = await startPictureHost();
  const address = new URL(host.serve('/', Buffer.of())).host;
  service = await startService(lane, { fetchAllow: [address], pictureMegabytes: 1, pictureLimit: 60 });
  ann = await service.newcomer();
});
afterAll(async () => {
  await service.close();
  await host.close();
});

type Headers = Record<string, string>;

function ask(kind: 'pictures' | 'videos', url: string, more = '', headers: Headers = {}): Promise<Response> {
  return fetch(`${service.address}/${kind}?url=${encodeURIComponent(url)}${more}`, {
    headers: { authorization: `Bearer ${ann.key}`, ...headers },
  });
}

async function refusal(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer;
  const { error } = (await response.json()) as { error: { message: string } };
  return [response.status, error.message];
}

async function sizeOf(answer: Promise<Response>): Promise<string> {
  const { format, width, height } = await sharp(Buffer.from(await (await answer).arrayBuffer())).metadata();
  return `${format} ${width} × ${height}`;
}

describe('a picture', () => {
  it('is scaled down to the next larger width, never up, and written anew', async () => {
    const url = host.serve('/large.png', await noise(500, 200));
    expect(await sizeOf(ask('pictures', url, '&width=100'))).toBe('webp 160 × 64');
    expect(await sizeOf(ask('pictures', url, '&width=161'))).toBe('webp 320 × 128');
    expect(await sizeOf(ask('pictures', url))).toBe('webp 500 × 200');
  });

  it('may be kept by the browser, and be taken for nothing else', async () => {
    const { headers, status } = await ask('pictures', host.serve('/plain.jpg', await picture('red', 'jpeg')));
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'ratelimit-policy': '"pictures";q=60;w=60',
    });
  });

  it('is shown although its host is gone by now', async () => {
    const url = host.serve('/gone.png', await picture('blue'));
    expect((await ask('pictures', url)).status).toBe(200);
    host.serve('/gone.png', (_, response) => void response.writeHead(410).end());
    expect((await ask('pictures', url)).status).toBe(200);
  });

  it('is fetched once, however many ask for it at the same time', async () => {
    const bytes = await picture('green');
    let answer = (): void => undefined;
    const url = host.serve('/slow.png', (_, response) => void (answer = () => response.end(bytes)));
    const asking = [ask('pictures', url), ask('pictures', url), ask('pictures', url)];
    await expect.poll(() => host.asked.get('/slow.png')).toBe(1);
    answer();
    expect((await Promise.all(asking)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(host.asked.get('/slow.png')).toBe(1);
  });

  it('is fetched three at a time for one person, who holds up nobody else', async () => {
    const bytes = await picture('black');
    const waiting: (() => void)[] = [];
    const urls = Array.from({ length: 6 }, (_, at) =>
      host.serve(`/many-${at}.png`, (_request, response) => void waiting.push(() => response.end(bytes))),
    );
    const asking = urls.map((url) => ask('pictures', url));
    await expect.poll(() => waiting.length).toBe(3);
    const ben = await service.newcomer();
    const authorization = `Bearer ${ben.key}`;
    const others = host.serve('/others.png', await picture('gold'));
    expect((await ask('pictures', others, '', { authorization })).status).toBe(200);
    for (let done = 0; done < 6; done += 1) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      expect(waiting.length).toBeLessThanOrEqual(3);
      waiting.shift()?.();
    }
    expect((await Promise.all(asking)).map(({ status }) => status)).toEqual(urls.map(() => 200));
  });

  it('that nobody waits for any more is not fetched on, which is no failure', async () => {
    let left = false;
    const url = host.serve('/left.png', (request) => void request.once('close', () => (left = true)));
    const going = new AbortController();
    const address = `${service.address}/pictures?url=${encodeURIComponent(url)}`;
    const asking = fetch(address, { headers: { authorization: `Bearer ${ann.key}` }, signal: going.signal });
    await expect.poll(() => host.asked.get('/left.png')).toBe(1);
    going.abort();
    await expect(asking).rejects.toThrow('aborted');
    await expect.poll(() => left).toBe(true);
    expect((await ask('pictures', host.serve('/next.png', await picture('lime')))).status).toBe(200);
    expect(service.logged()).not.toContain('"level":"error"');
  });
});

describe('no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  /** A header that promises 30,000 × 30,000 pixels. */
  const bomb = async (): Promise<Buffer> => {
    const bytes = await picture('white');
    bytes.writeUInt32BE(30_000, 16);
    bytes.writeUInt32BE(30_000, 20);
    return bytes;
  };

  /** Small, and of 5,000 × 5,000 pixels by what it says. */
  const slow = async (): Promise<Buffer> => {
    const bytes = await picture('white', 'avif');
    const size = bytes.indexOf('ispe') + 8;
    bytes.writeUInt32BE(5000, size);
    bytes.writeUInt32BE(5000, size + 4);
    return bytes;
  };

  it.each([
    ['an SVG', () => Buffer.from(svg), 'What came is no JPEG'],
    ['a page', () => Buffer.from('<html></html>'), 'What came is no JPEG'],
    ['a bomb', bomb, 'The picture has 30000 × 30000 pixels'],
    ['an AVIF that is slow to decode', slow, 'The AVIF has 5000 × 5000 pixels'],
    ['a picture that is cut off', async () => (await noise(90, 90)).subarray(0, 9000), 'What came is broken'],
    ['more than is taken', () => Buffer.alloc(2_000_000), 'The answer is larger'],
  ])('404 for %s, whatever it is called', async (kind, bytes, sentence) => {
    const url = host.serve(`/${encodeURIComponent(kind)}.jpg`, await bytes(), 'image/jpeg');
    const [status, message] = await refusal(ask('pictures', url));
    expect([status, message.startsWith(sentence) ? sentence : message]).toEqual([404, sentence]);
  });

  it('404 where there is none, which is asked once and not again for a while', async () => {
    const url = host.serve('/missing.jpg', (_, response) => void response.writeHead(404).end());
    const told = [404, 'The host answers with status 404 in place of a picture.'];
    expect(await refusal(ask('pictures', url))).toEqual(told);
    expect(await refusal(ask('pictures', url, '&width=160'))).toEqual(told);
    expect(host.asked.get('/missing.jpg')).toBe(1);
  });

  it.each([
    'http://127.0.0.1:9/a.png',
    'http://169.254.169.254/latest',
    'ftp://example.com/a.png',
    '/media/a.png',
    `https://example.com/${'a'.repeat(8192)}`,
  ])('400 for an address that is not fetched: %s', async (url) => {
    expect((await ask('pictures', url)).status).toBe(400);
    expect((await ask('videos', url)).status).toBe(400);
  });

  it('400 for a redirect to such an address', async () => {
    const location = 'http://127.0.0.1:9/a.png';
    const url = host.serve('/hop', (_, response) => void response.writeHead(302, { location }).end());
    expect((await ask('pictures', url)).status).toBe(400);
    expect((await ask('videos', url)).status).toBe(400);
  });

  it.each(['&width=0', '&width=wide', '&width=1&width=2', '&url=b'])('400 for %s', async (more) => {
    expect((await ask('pictures', 'https://example.com/a.png', more)).status).toBe(400);
  });
});

describe('pictures are shown', () => {
  let browser: Browser;
  const shown = async (headers: Headers): Promise<number> => {
    const url = host.serve('/shown.png', await picture('pink'));
    const asked = { headers: { cookie: browser.cookies(), ...headers } };
    return (await fetch(`${service.address}/pictures?url=${encodeURIComponent(url)}`, asked)).status;
  };
  beforeAll(async () => {
    browser = browserAt(service.address);
    const { userId } = await service.newcomer();
    await browser.press(`/sign-in/${await makeSignInLink(service.db, userId)}`);
  });

  it('to nobody without a key or a session', async () => {
    expect(await shown({ cookie: '' })).toBe(401);
  });

  it('with a session on pages of this site, as the browser tells by one header or the other', async () => {
    expect(await shown({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await shown({ referer: `${service.address}/discover` })).toBe(200);
  });

  it('with a session on no page of another site', async () => {
    expect(await shown({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await shown({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await shown({ referer: 'http://127.0.0.1:1/page' })).toBe(403);
    expect(await shown({})).toBe(403);
  });

  it('to one person no more often than the limit says', async () => {
    const ben = await service.newcomer();
    const authorization = `Bearer ${ben.key}`;
    const statuses = [];
    for (let count = 0; count < 61; count += 1) {
      statuses.push((await fetch(`${service.address}/pictures`, { headers: { authorization } })).status);
    }
    expect([statuses[59], statuses[60]]).toEqual([400, 429]);
  });
});

describe('a video', () => {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));
  const video = (path: string, type = 'video/mp4'): string =>
    host.serve(path, ({ headers: { range } }, response) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
      const part = bytes.subarray(Number(from ?? 0), Number(to ?? 999) + 1);
      const headers = { 'content-type': type, 'content-length': part.length };
      if (range === undefined) response.writeHead(200, headers).end(part);
      else if (part.length === 0) response.writeHead(416, { 'content-range': 'bytes */1000' }).end();
      else response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${to}/1000` }).end(part);
    });

  it('is passed on as it is, whole or in parts', async () => {
    const url = video('/a.mp4');
    const whole = await ask('videos', url);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
    const part = await ask('videos', url, '', { range: 'bytes=10-19' });
    expect(part.status).toBe(206);
    expect(Object.fromEntries(part.headers)).toMatchObject({
      'content-range': 'bytes 10-19/1000',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
  });

  it('416 for a part behind its end, with its length', async () => {
    const { status, headers } = await ask('videos', video('/short.mp4'), '', { range: 'bytes=1000-1999' });
    expect([status, headers.get('content-range')]).toEqual([416, 'bytes */1000']);
  });

  it('404 for what is no video, or too long a one; 400 for a range that is none', async () => {
    const long = host.serve('/long.mp4', (_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 300_000_000 }).write('a');
    });
    expect((await ask('videos', video('/page', 'text/html'))).status).toBe(404);
    expect((await ask('videos', long)).status).toBe(404);
    expect((await ask('videos', video('/b.mp4'), '', { range: 'bytes=1-2,5-6' })).status).toBe(400);
  });

  it('ends when the browser leaves, and four are shown to one person at a time', async () => {
    let ended = 0;
    const url = host.serve('/endless.webm', (request, response) => {
      request.once('close', () => (ended += 1));
      response.writeHead(200, { 'content-type': 'video/webm' }).write('a');
    });
    const address = `${service.address}/videos?url=${encodeURIComponent(url)}`;
    const options = { headers: { authorization: `Bearer ${ann.key}` } };
    const open = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const request = get(address, options);
        await once(request, 'response');
        return request;
      }),
    );
    expect((await ask('videos', url)).status).toBe(429);
    for (const request of open) request.destroy();
    await expect.poll(() => ended).toBe(4);
    await expect.poll(async () => (await ask('videos', video('/c.mp4'))).status).toBe(200);
    expect(service.logged()).not.toContain('"level":"error"');
  });
});
