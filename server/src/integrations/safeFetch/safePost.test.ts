import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isForbiddenUrl } from './connect.ts';
import { createSafePost, type PostResponse, type SafePost } from './safePost.ts';

const kilobytes = 1024;

let server: Server;
let host: string;
let paths: string[] = [];
let safePost: SafePost;

beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url ?? '');
    if (request.url === '/redirect') response.writeHead(307, { location: '/elsewhere' }).end();
    else if (request.url === '/endless') {
      const pour = (): void => {
        while (response.write('a'.repeat(65_536)));
      };
      response
        .writeHead(202)
        .on('drain', pour)
        .on('error', () => {});
      pour();
    } else if (request.url === '/unfinished') response.writeHead(200).write('a');
    else {
      const { method, headers } = request;
      void text(request).then((body) =>
        response.setHeader('x-got', `${method} ${String(headers['x-key'])} ${body}`).end(),
      );
    }
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  safePost = createSafePost({ allow: [host] });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (path: string, milliseconds = 5000): Promise<PostResponse> => {
  paths = [];
  const posting = { body: '{}', headers: { 'x-key': 'k' }, maxBytes: 64 * kilobytes, milliseconds };
  return safePost(`http://${host}${path}`, posting);
};

describe('safePost', () => {
  it('sends the body and the headers, and returns the response', async () => {
    expect(await post('/')).toMatchObject({ status: 200, headers: { 'x-got': 'POST k {}' } });
  });

  it('follows no redirect', async () => {
    expect(await post('/redirect')).toMatchObject({ status: 307, headers: { location: '/elsewhere' } });
    expect(paths).toEqual(['/redirect']);
  });

  it('an answer without an end is cut off, and its status counts', async () => {
    expect((await post('/endless')).status).toBe(202);
  });

  it('an answer that does not end in time is refused', async () => {
    await expect(post('/unfinished', 100)).rejects.toThrow(
      `The host ${host} did not complete its response within 100 ms.`,
    );
  });

  it('addresses inside a network are refused', async () => {
    const posting = { body: '{}', headers: {}, maxBytes: 1, milliseconds: 1000 };
    const closed = createSafePost({
      allow: [],
      resolve: () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]),
    });
    for (const address of [`http://${host}/`, 'http://inner.example/', 'http://[::1]/']) {
      await expect(closed(address, posting)).rejects.toMatchObject({ reason: 'address' });
    }
  });
});

describe('isNeverReached', () => {
  it.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'https://localhost/',
    'https://a.localhost:8080/',
    'https://localhost./',
    'http://169.254.169.254/latest',
    'http://192.168.1.1:8080/',
    'ftp://example.com/',
  ])('%s', (address) => {
    expect(isForbiddenUrl(address, ['127.0.0.1:8080'])).toBe(true);
  });

  it.each([
    'http://127.0.0.1:8080/',
    'http://[::1]:9000/',
    'https://localhost/',
    'https://example.com/',
    'https://93.184.216.34/',
    'http://[2606:4700:4700::1111]/',
  ])('but not %s', (address) => {
    expect(isForbiddenUrl(address, ['127.0.0.1:8080', '[::1]:9000', 'localhost:443'])).toBe(false);
  });
});
