import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendError } from './middleware/errors.ts';
import { mountMedia } from './routes/files.ts';

const content = 'ab'.repeat(32);
const etag = `"${content}"`;
const address = `/media/${content}.png`;

describe('a picture of a saved ad', () => {
  let app: FastifyInstance;
  let opened = 0;
  beforeAll(() => {
    app = Fastify();
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
    mountMedia(app, async (sha256, extension) => {
      if (sha256 !== content || extension !== 'png') return null;
      const open = async (range = { start: 0, end: 10 }) => {
        opened += 1;
        return { body: Readable.from([Buffer.from('the picture').subarray(range.start, range.end + 1)]) };
      };
      return { type: 'image/png', bytes: 11, open };
    });
  });
  afterAll(() => app.close());

  it('200: is sent with its type, cached forever, without a key', async () => {
    const { statusCode, body, headers } = await app.inject({ url: address });
    expect([statusCode, body]).toEqual([200, 'the picture']);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '11',
      'cache-control': 'public, max-age=31536000, immutable',
      etag,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('200: HEAD has the same headers without the body', async () => {
    const { headers: sent } = await app.inject({ url: address });
    const { statusCode, body, headers } = await app.inject({ method: 'HEAD', url: address });
    expect([statusCode, body]).toEqual([200, '']);
    expect({ ...headers, date: '' }).toEqual({ ...sent, date: '' });
  });

  it.each([etag, `W/${etag}`, `"other", ${etag}`, '*'])(
    '304 for a matching entity tag: %s',
    async (known) => {
      const { statusCode, body } = await app.inject({ url: address, headers: { 'if-none-match': known } });
      expect([statusCode, body]).toEqual([304, '']);
    },
  );

  it.each([
    ['bytes=0-3', 'the ', 'bytes 0-3/11'],
    ['bytes=4-', 'picture', 'bytes 4-10/11'],
    ['bytes=-3', 'ure', 'bytes 8-10/11'],
  ])('206 for a part of it: %s', async (range, part, sent) => {
    const { statusCode, body, headers } = await app.inject({ url: address, headers: { range } });
    expect([statusCode, body, headers['content-range'], headers['content-length']]).toEqual([
      206,
      part,
      sent,
      String(part.length),
    ]);
  });

  it('200 for several parts, and for a part of another version', async () => {
    const several = await app.inject({ url: address, headers: { range: 'bytes=0-1,3-4' } });
    const changed = await app.inject({
      url: address,
      headers: { range: 'bytes=0-1', 'if-range': '"other"' },
    });
    const same = await app.inject({ url: address, headers: { range: 'bytes=0-1', 'if-range': etag } });
    expect([several.statusCode, changed.statusCode, same.statusCode]).toEqual([200, 200, 206]);
  });

  it('416 for a part after its end', async () => {
    const { statusCode, headers } = await app.inject({ url: address, headers: { range: 'bytes=11-' } });
    expect([statusCode, headers['content-range']]).toEqual([416, 'bytes */11']);
  });

  it('is not opened when it is not sent', async () => {
    opened = 0;
    await app.inject({ method: 'HEAD', url: address });
    await app.inject({ url: address, headers: { 'if-none-match': etag } });
    expect(opened).toBe(0);
  });

  it.each([
    `${content}.jpg`,
    `${content}.svg`,
    content,
    `${content.toUpperCase()}.png`,
    `${'cd'.repeat(32)}.png`,
    `..%2f${content}.png`,
    `${content}.png%00`,
    'x.png',
  ])('404 for /media/%s', async (file) => {
    const { statusCode, headers } = await app.inject({ url: `/media/${file}` });
    expect([statusCode, headers['cache-control']]).toEqual([404, undefined]);
  });

  it('404 for any other method', async () => {
    expect((await app.inject({ method: 'POST', url: address })).statusCode).toBe(404);
  });
});
