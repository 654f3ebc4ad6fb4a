import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { bodyTooLargeError } from './errors.ts';

export function parseAsBytes(scope: FastifyInstance, mediaType: string): void {
  scope.addContentTypeParser(mediaType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

export function decompressBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { method, headers } = request;
    // Fastify reads no body of GET and HEAD.
    if (headers['content-encoding'] === undefined || method === 'GET' || method === 'HEAD') return done();
    return isGzip(request, reply) ? done(null, gunzipBody(request, payload)) : done();
  });
}

function isGzip({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return false;
  if (encoding === 'gzip' || encoding === 'x-gzip') return true;
  // RFC 9110, 15.5.16: it names what would be accepted.
  reply.header('Accept-Encoding', 'gzip');
  throw new MagpieError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The body has the encoding '${sanitizeForMessage(encoding, 40)}'; send it with Content-Encoding: gzip, or uncompressed.`,
  );
}

type CountedBody = Readable & { receivedEncodedLength?: number };

/** Fails with 413 as soon as more than the limit of the route was received or decompressed, and with 400 for what is not gzip. */
function gunzipBody(request: FastifyRequest, payload: Readable): Readable {
  const limit = request.routeOptions.bodyLimit;
  const body: CountedBody = Readable.from(decompressed(), { objectMode: false });
  // A parser that has failed removes its listener, and an error without a listener would end the process.
  return body.on('error', () => undefined);

  /** Starts reading only when it is consumed: Node discards the body of a request that nobody reads. */
  async function* decompressed(): AsyncGenerator<Buffer> {
    const gunzip = createGunzip();
    let received = 0;
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      // Fastify compares it with Content-Length.
      body.receivedEncodedLength = received;
      if (received > limit) gunzip.destroy(bodyTooLargeError(request));
    };
    payload
      .on('data', count)
      .once('error', (error) => gunzip.destroy(error))
      .pipe(gunzip);
    let length = 0;
    try {
      for await (const chunk of gunzip as AsyncIterable<Buffer>) {
        length += chunk.length;
        if (length > limit) throw bodyTooLargeError(request);
        yield chunk;
      }
    } catch (error) {
      if (!((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_')) throw error;
      throw new MagpieError(
        'BAD_REQUEST',
        'The body is broken or incomplete gzip data; compress it again, or send it uncompressed.',
      );
    } finally {
      // Nothing more is decompressed. The rest is discarded, so that the client can read the response.
      payload.unpipe(gunzip).off('data', count).resume();
    }
  }
}
