import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendError } from './middleware/errors.ts';
import { mountFiles } from './routes/files.ts';

describe('the file of a link', () => {
  let app: FastifyInstance;
  let opened = 0;
  beforeAll(() => {
    app = Fastify();
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
    mountFiles(app, async (token) => {
      if (!token.startsWith('right')) return null;
      const open = async () => {
        opened += 1;
        return token === 'right'
          ? { body: Readable.from([Buffer.from('the '), Buffer.from('picture')]) }
          : null;
      };
      return { type: 'image/png', bytes: 11, name: 'logo.png', tag: 'abc', open };
    });
  });
  afterAll(() => app.close());

  it('200: is sent with its type, and cached privately for an hour', async () => {
    const { statusCode, body, headers } = await app.inject({ url: '/files/right' });
    expect([statusCode, body]).toEqual([200, 'the picture']);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '11',
      'content-disposition': 'inline; filename="logo.png"',
      'cache-control': 'private, max-age=3600',
      etag: '"abc"',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
    });
  });

  it('200 and 304: HEAD and If-None-Match do not open it', async () => {
    const { headers: sent } = await app.inject({ url: '/files/right' });
    opened = 0;
    const { statusCode, body, headers } = await app.inject({ method: 'HEAD', url: '/files/right' });
    expect([statusCode, body, { ...headers, date: '' }]).toEqual([200, '', { ...sent, date: '' }]);
    const known = await app.inject({ url: '/files/right', headers: { 'if-none-match': '"abc"' } });
    expect([known.statusCode, known.body, opened]).toEqual([304, '', 0]);
  });

  it.each(['wrong', 'right-but-deleted-just-now', '..%2fright'])(
    '404 in one sentence for %s',
    async (token) => {
      const { statusCode, headers, json } = await app.inject({ url: `/files/${token}` });
      expect([statusCode, headers['cache-control']]).toEqual([404, undefined]);
      expect(json()).toMatchObject({
        error: {
          message: 'This link is invalid or has expired; get a new one from the list that it came from.',
        },
      });
    },
  );
});
