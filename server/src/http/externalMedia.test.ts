import { once } from 'node:events';
import { get } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSignInLink } from '../auth/signInLinks.ts';
import { browserAt, type Browser } from '../testing/browser.ts';
import { mediaHost } from '@magpie/demo/demoSeed';
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

function fetchMedia(
  kind: 'pictures' | 'videos',
  url: string,
  more = '',
  headers: Headers = {},
): Promise<Response> {
  return fetch(`${service.address}/${kind}?url=${encodeURIComponent(url)}${more}`, {
    headers: { authorization: `Bearer ${ann.key}`, ...headers },
  });
}

async function refusal(request: Promise<Response>): Promise<[number, string]> {
  const response = await request;
  const { error } = (await response.json()) as { error: { message: string } };
  return [response.status, error.message];
}

async function sizeOf(request: Promise<Response>): Promise<string> {
  const { format, width, height } = await sharp(Buffer.from(await (await request).arrayBuffer())).metadata();
  return `${format} ${width} × ${height}`;
}

describe('a picture', () => {
  it('is scaled down to each width, never up, and re-encoded', async () => {
    const url = host.serve('/large.png', await noise(500, 200));
    expect(await sizeOf(fetchMedia('pictures', url, '&width=160'))).toBe('webp 160 × 64');
    expect(await sizeOf(fetchMedia('pictures', url, '&width=320'))).toBe('webp 320 × 128');
    expect(await sizeOf(fetchMedia('pictures', url, '&width=640'))).toBe('webp 500 × 200');
    expect(await sizeOf(fetchMedia('pictures', url))).toBe('webp 500 × 200');
  });

  it('of the demo is scaled, too', async () => {
    const url = `${mediaHost}/logos/northpot.png`;
    expect(await sizeOf(fetchMedia('pictures', url, '&width=160'))).toBe('webp 160 × 160');
  });

  it('has an ETag for each width, and is not sent again to those who have it', async () => {
    const url = host.serve('/tagged.png', await noise(500, 200));
    // Another person, since each has a rate limit.
    const authorization = `Bearer ${(await service.newcomer()).key}`;
    const request = (width: number, headers: Headers = {}) =>
      fetchMedia('pictures', url, `&width=${width}`, { authorization, ...headers });
    const small = (await request(160)).headers.get('etag') ?? '';
    const large = (await request(320)).headers.get('etag') ?? '';
    expect(small).toMatch(/^"[\w-]+"$/);
    expect(large).not.toBe(small);
    const again = await request(160, { 'if-none-match': small });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', small]);
    expect((await request(320, { 'if-none-match': small })).status).toBe(200);
  });

  it('can be cached by the browser, and is never treated as a page', async () => {
    const { headers, status } = await fetchMedia(
      'pictures',
      host.serve('/plain.jpg', await picture('red', 'jpeg')),
    );
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

  it('is served from the cache when its host is down', async () => {
    const url = host.serve('/gone.png', await picture('blue'));
    expect((await fetchMedia('pictures', url)).status).toBe(200);
    host.serve('/gone.png', (_, response) => void response.writeHead(410).end());
    expect((await fetchMedia('pictures', url)).status).toBe(200);
  });

  it('is fetched once for simultaneous requests', async () => {
    const bytes = await picture('green');
    let answer = (): void => undefined;
    const url = host.serve('/slow.png', (_, response) => void (answer = () => response.end(bytes)));
    const requests = [fetchMedia('pictures', url), fetchMedia('pictures', url), fetchMedia('pictures', url)];
    await expect.poll(() => host.requests.get('/slow.png')).toBe(1);
    answer();
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(host.requests.get('/slow.png')).toBe(1);
  });

  it('is fetched three at a time per person, without delaying others', async () => {
    const bytes = await picture('black');
    const waiting: (() => void)[] = [];
    const urls = Array.from({ length: 6 }, (_, at) =>
      host.serve(`/many-${at}.png`, (_request, response) => void waiting.push(() => response.end(bytes))),
    );
    const requests = urls.map((url) => fetchMedia('pictures', url));
    await expect.poll(() => waiting.length).toBe(3);
    const ben = await service.newcomer();
    const authorization = `Bearer ${ben.key}`;
    const others = host.serve('/others.png', await picture('gold'));
    expect((await fetchMedia('pictures', others, '', { authorization })).status).toBe(200);
    for (let done = 0; done < 6; done += 1) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      expect(waiting.length).toBeLessThanOrEqual(3);
      waiting.shift()?.();
    }
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(urls.map(() => 200));
  });

  it('is no longer fetched after a disconnect, without logging a failure', async () => {
    let left = false;
    const url = host.serve('/left.png', (request) => void request.once('close', () => (left = true)));
    const going = new AbortController();
    const address = `${service.address}/pictures?url=${encodeURIComponent(url)}`;
    const requests = fetch(address, {
      headers: { authorization: `Bearer ${ann.key}` },
      signal: going.signal,
    });
    await expect.poll(() => host.requests.get('/left.png')).toBe(1);
    going.abort();
    await expect(requests).rejects.toThrow('aborted');
    await expect.poll(() => left).toBe(true);
    expect((await fetchMedia('pictures', host.serve('/next.png', await picture('lime')))).status).toBe(200);
    expect(service.logged()).not.toContain('"level":"error"');
  });
});

describe('a picture of an ad', () => {
  const hash = 'c'.repeat(32);
  const showOfAd = async (url: string, ad = hash): Promise<Response> => {
    // Another person, since each has a rate limit.
    const authorization = `Bearer ${(await service.newcomer()).key}`;
    return fetchMedia('pictures', url, `&width=160&ad=${ad}`, { authorization });
  };

  it('waits with its bytes until its words are read', async () => {
    const bytes = await noise(300, 200);
    const url = host.serve('/of-ad.png', bytes);
    expect((await showOfAd(url)).status).toBe(200);
    expect(service.shownPictures.take(9)).toEqual([{ address: url, hashes: [hash], bytes }]);
  });

  it('waits without its bytes if it was shown from the cache', async () => {
    const url = host.serve('/cached-of-ad.png', await picture('olive'));
    const ad = 'd'.repeat(32);
    await fetchMedia('pictures', url, '&width=160');
    expect(service.shownPictures.take(9)).toEqual([]);
    expect((await showOfAd(url, ad)).status).toBe(200);
    expect(service.shownPictures.take(9)).toEqual([{ address: url, hashes: [ad], bytes: null }]);
  });

  it('does not wait if it cannot be shown, or if it is of the demo', async () => {
    const ad = 'e'.repeat(32);
    expect((await showOfAd(host.serve('/svg-of-ad.png', Buffer.from('<svg/>')), ad)).status).toBe(404);
    expect((await showOfAd(`${mediaHost}/logos/northpot.png`, ad)).status).toBe(200);
    expect(service.shownPictures.take(9)).toEqual([]);
  });

  it.each(['', 'abc', 'C'.repeat(32), `${hash}&ad=${hash}`])('400 for the ad %j', async (ad) => {
    expect(await refusal(showOfAd('https://example.com/a.png', ad))).toEqual([
      400,
      'The query parameter ad must be the hash of an ad, or absent.',
    ]);
  });
});

describe('no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  /** A header that claims 30,000 × 30,000 pixels. */
  const bomb = async (): Promise<Buffer> => {
    const bytes = await picture('white');
    bytes.writeUInt32BE(30_000, 16);
    bytes.writeUInt32BE(30_000, 20);
    return bytes;
  };

  /** A small file that claims 5,000 × 5,000 pixels. */
  const slow = async (): Promise<Buffer> => {
    const bytes = await picture('white', 'avif');
    const size = bytes.indexOf('ispe') + 8;
    bytes.writeUInt32BE(5000, size);
    bytes.writeUInt32BE(5000, size + 4);
    return bytes;
  };

  it.each([
    ['an SVG', () => Buffer.from(svg), 'The file is not a JPEG'],
    ['a page', () => Buffer.from('<html></html>'), 'The file is not a JPEG'],
    ['a bomb', bomb, 'The image has 30000 × 30000 pixels'],
    ['an AVIF that is slow to decode', slow, 'The AVIF image has 5000 × 5000 pixels'],
    [
      'a picture that is cut off',
      async () => (await noise(90, 90)).subarray(0, 9000),
      'The image is damaged',
    ],
    ['more than is taken', () => Buffer.alloc(2_000_000), 'The response is larger'],
  ])('404 for %s, whatever its name', async (kind, bytes, sentence) => {
    const url = host.serve(`/${encodeURIComponent(kind)}.jpg`, await bytes(), 'image/jpeg');
    const [status, message] = await refusal(fetchMedia('pictures', url));
    expect([status, message.startsWith(sentence) ? sentence : message]).toEqual([404, sentence]);
  });

  it('404 for a missing picture, which is not fetched again for a while', async () => {
    const url = host.serve('/missing.jpg', (_, response) => void response.writeHead(404).end());
    const expected = [404, 'The host returned status 404 instead of an image.'];
    expect(await refusal(fetchMedia('pictures', url))).toEqual(expected);
    expect(await refusal(fetchMedia('pictures', url, '&width=160'))).toEqual(expected);
    expect(host.requests.get('/missing.jpg')).toBe(1);
  });

  it.each([
    'http://127.0.0.1:9/a.png',
    'http://169.254.169.254/latest',
    'ftp://example.com/a.png',
    '/media/a.png',
    `https://example.com/${'a'.repeat(8192)}`,
  ])('400 for a forbidden URL: %s', async (url) => {
    expect((await fetchMedia('pictures', url)).status).toBe(400);
    expect((await fetchMedia('videos', url)).status).toBe(400);
  });

  it('400 for a redirect to a forbidden URL', async () => {
    const location = 'http://127.0.0.1:9/a.png';
    const url = host.serve('/hop', (_, response) => void response.writeHead(302, { location }).end());
    expect((await fetchMedia('pictures', url)).status).toBe(400);
    expect((await fetchMedia('videos', url)).status).toBe(400);
  });

  it.each(['', '100', '0320', '320&width=320'])('400 for the width %j', async (width) => {
    expect(await refusal(fetchMedia('pictures', 'https://example.com/a.png', `&width=${width}`))).toEqual([
      400,
      'The query parameter width must be one of 160, 320, 640, 1280.',
    ]);
  });

  it('400 for two URLs', async () => {
    expect((await fetchMedia('pictures', 'https://example.com/a.png', '&url=b')).status).toBe(400);
  });
});

describe('pictures are shown', () => {
  let browser: Browser;
  const shown = async (headers: Headers): Promise<number> => {
    const url = host.serve('/shown.png', await picture('pink'));
    const options = { headers: { cookie: browser.cookies(), ...headers } };
    return (await fetch(`${service.address}/pictures?url=${encodeURIComponent(url)}`, options)).status;
  };
  beforeAll(async () => {
    browser = browserAt(service.address);
    const { userId } = await service.newcomer();
    await browser.press(`/sign-in/${await makeSignInLink(service.db, userId)}`);
  });

  it('only with a key or a session', async () => {
    expect(await shown({ cookie: '' })).toBe(401);
  });

  it('with a session on pages of this site, according to either header', async () => {
    expect(await shown({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await shown({ referer: `${service.address}/discover` })).toBe(200);
  });

  it('not with a session on pages of other sites', async () => {
    expect(await shown({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await shown({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await shown({ referer: 'http://127.0.0.1:1/page' })).toBe(403);
    expect(await shown({})).toBe(403);
  });

  it('within the rate limit of a person', async () => {
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

  it('is passed on unchanged, completely or by range', async () => {
    const url = video('/a.mp4');
    const whole = await fetchMedia('videos', url);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
    const part = await fetchMedia('videos', url, '', { range: 'bytes=10-19' });
    expect(part.status).toBe(206);
    expect(Object.fromEntries(part.headers)).toMatchObject({
      'content-range': 'bytes 10-19/1000',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
  });

  it('416 for a range beyond its end, with its length', async () => {
    const { status, headers } = await fetchMedia('videos', video('/short.mp4'), '', {
      range: 'bytes=1000-1999',
    });
    expect([status, headers.get('content-range')]).toEqual([416, 'bytes */1000']);
  });

  it('404 for a file that is no video or too large; 400 for an invalid range', async () => {
    const long = host.serve('/long.mp4', (_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 300_000_000 }).write('a');
    });
    expect((await fetchMedia('videos', video('/page', 'text/html'))).status).toBe(404);
    expect((await fetchMedia('videos', long)).status).toBe(404);
    expect((await fetchMedia('videos', video('/b.mp4'), '', { range: 'bytes=1-2,5-6' })).status).toBe(400);
  });

  it('ends when the browser disconnects; a person can watch four at a time', async () => {
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
    expect((await fetchMedia('videos', url)).status).toBe(429);
    for (const request of open) request.destroy();
    await expect.poll(() => ended).toBe(4);
    await expect.poll(async () => (await fetchMedia('videos', video('/c.mp4'))).status).toBe(200);
    expect(service.logged()).not.toContain('"level":"error"');
  });
});
