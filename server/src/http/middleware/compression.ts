import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  compress,
  type Compression,
  compressions,
  type ContentEncoding,
  createCompressor,
  minCompressedBytes,
  type EncodedBody,
} from '../../rpc/encodedCache.ts';
import type { MaybePromise } from '../../rpc/maybePromise.ts';
import type { Plan } from '../resolveCalls.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its responses may contain a secret next to text from somebody else. */
    showsSecret?: true;
  }
}

/** Other types are compressed already, small, or event streams, which must not wait in a buffer. */
const compressibleType = /^(?:application\/json|text\/csv|text\/html)\s*(?:;|$)/i;

export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, proceed) => {
    const compressed = compressPayload(request, reply, payload);
    if (compressed instanceof Promise) compressed.then((bytes) => proceed(null, bytes), proceed);
    else proceed(null, compressed);
  });
}

function compressPayload(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): MaybePromise<unknown> {
  if (!isCompressible(request, reply)) return payload;
  varyByEncoding(reply);
  const encoding = acceptedEncoding(request);
  if (encoding === 'identity') return payload;
  weakenTag(reply);
  if (isLarge(payload)) {
    return compress(payload, encoding).then((bytes) => {
      setEncoding(reply, encoding);
      return bytes;
    });
  }
  // A handler that streams sends no payload for HEAD.
  const isHeadOfStream = payload === undefined && request.method === 'HEAD' && reply.statusCode === 200;
  if (isHeadOfStream || payload instanceof Readable) setEncoding(reply, encoding);
  return payload instanceof Readable ? compressStream(payload, encoding) : payload;
}

/** Clients send few different values, and parsing one takes longer than sending a cached response. */
const negotiated = new LRUCache<string, ContentEncoding>({ max: 100 });
const maxRememberedLength = 200;

export function acceptedEncoding({ headers }: Pick<FastifyRequest, 'headers'>): ContentEncoding {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined) return 'identity';
  const known = negotiated.get(accepted);
  if (known !== undefined) return known;
  const encoding = negotiateEncoding(accepted, compressions) ?? 'identity';
  if (accepted.length <= maxRememberedLength) negotiated.set(accepted, encoding);
  return encoding;
}

export function sendEncoded(reply: FastifyReply, { body, encoding }: EncodedBody): FastifyReply {
  if (encoding !== 'identity') {
    varyByEncoding(reply);
    setEncoding(reply, encoding);
  }
  return reply.send(body);
}

function isCompressible(request: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.hasHeader('content-encoding') || showsSecret(request)) return false;
  return compressibleType.test(String(reply.getHeader('content-type') ?? ''));
}

/**
 * The length of a compressed response shows whether a guess in it equals the secret in it (BREACH). Pages of other sites
 * cannot send requests with a session, so this is a second line of defense.
 */
function showsSecret(request: FastifyRequest): boolean {
  if (request.routeOptions.config.showsSecret === true) return true;
  const plan = request.plan as Plan | undefined;
  return plan?.calls.some(({ procedure }) => procedure?.definition.returnsSecret === true) ?? false;
}

export function varyByEncoding(reply: FastifyReply): void {
  const given = reply.getHeader('vary');
  const vary = Array.isArray(given) ? given.join(', ') : String(given ?? '');
  if (vary === '') reply.header('vary', 'Accept-Encoding');
  else if (!/\baccept-encoding\b/i.test(vary)) reply.header('vary', `${vary}, Accept-Encoding`);
}

/** A strong tag names one sequence of bytes. A client that accepts compression gets the weak one with 200 and 304 alike. */
function weakenTag(reply: FastifyReply): void {
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`);
}

function setEncoding(reply: FastifyReply, encoding: Compression): void {
  reply.removeHeader('content-length').header('content-encoding', encoding);
}

function isLarge(payload: unknown): payload is string | Buffer {
  if (typeof payload === 'string') return Buffer.byteLength(payload) >= minCompressedBytes;
  return Buffer.isBuffer(payload) && payload.length >= minCompressedBytes;
}

function compressStream(source: Readable, encoding: Compression): Readable {
  const compressed = createCompressor(encoding);
  finished(source, { writable: false }, (error) => {
    if (error === undefined || error === null) return;
    // Sends the data from before the failure in the next turn of the event loop; pipeline() would discard it.
    compressed.flush(() => setImmediate(() => compressed.destroy(error)));
  });
  compressed.once('close', () => source.destroy());
  return source.pipe(compressed);
}

/**
 * The encoding that a client prefers (RFC 9110, 12.5.3): the one with the highest weight; with equal weights, the first
 * of those that are `available`. Undefined if the response should not be encoded.
 */
export function negotiateEncoding<Encoding extends string>(
  accepted: string | readonly string[] | undefined,
  available: Iterable<Encoding>,
): Encoding | undefined {
  if (accepted === undefined) return undefined;
  const weights = parseWeights([accepted].flat().join(','));
  const weightOf = (encoding: string): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = [...available].toSorted((one, other) => weightOf(other) - weightOf(one));
  if (best === undefined || weightOf(best) === 0) return undefined;
  // An accepted encoding is preferred to none, unless the client gives `identity` a higher weight.
  return weightOf(best) >= weightOf('identity') ? best : undefined;
}

function parseWeights(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(',')) {
    const [, name, weight = '1'] = /^\s*([^\s;]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d*)?)\s*)?$/.exec(entry) ?? [];
    if (name !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight));
  }
  return weights;
}
