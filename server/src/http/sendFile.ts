import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { type ByteRange, contentRange, parseByteRange } from '../integrations/byteRange.ts';
import { createHash } from 'node:crypto';
import { varyByEncoding } from './middleware/compression.ts';
import { negotiateEncoding } from './middleware/compression.ts';

/** A requested file. The body must be read to its end or destroyed; null if the file was just deleted. */
export interface FileToSend {
  readonly type: string;
  readonly bytes: number;
  open(range?: ByteRange): Promise<{ readonly body: Readable } | null>;
}

interface SendOptions {
  readonly tag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly missing: () => MagpieError;
}

/**
 * Responds to GET and HEAD. Pages of other origins may embed the file, because the dashboard may have another origin.
 * The content is untrusted, so a browser must never treat it as a page.
 */
export async function sendFile(
  { method, headers: requestHeaders }: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
  { tag, headers, missing }: SendOptions,
): Promise<FastifyReply> {
  const etag = `"${tag}"`;
  const isKnown = matchesEntityTag(requestHeaders['if-none-match'], etag);
  const range = isKnown ? null : requestedRange(requestHeaders, etag, file.bytes);
  if (range === 'outside') {
    reply.header('Content-Range', `bytes */${file.bytes}`);
    throw new MagpieError('RANGE_NOT_SATISFIABLE', 'The file does not have the range of the header Range.');
  }
  const opened = isKnown || method === 'HEAD' ? undefined : await file.open(range ?? undefined);
  if (opened === null) throw missing();
  reply
    .headers(headers)
    .header('Accept-Ranges', 'bytes')
    .header('ETag', etag)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('Cross-Origin-Resource-Policy', 'cross-origin');
  if (isKnown) return reply.code(304).send();
  reply.type(file.type);
  if (range === null) return reply.header('Content-Length', file.bytes).send(opened?.body);
  reply.code(206).header('Content-Range', contentRange(range, file.bytes));
  return reply.header('Content-Length', range.end - range.start + 1).send(opened?.body);
}

/** With `If-Range`, the part is sent only if the file is still the same. */
function requestedRange({ range, ...headers }: FastifyRequest['headers'], etag: string, bytes: number) {
  const known = headers['if-range'];
  return known === undefined || known === etag ? parseByteRange(range, bytes) : null;
}

export function matchesEntityTag(held: string | undefined, tag: string): boolean {
  return (held ?? '').split(',').some((each) => ['*', tag, `W/${tag}`].includes(each.trim()));
}

export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** The compressed bytes by encoding, if smaller; the preferred one first. */
  readonly encoded: ReadonlyMap<string, Buffer>;
  readonly tag: string;
}

export function hashContent(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

export function sendBuiltFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const { type, bytes, encoded, tag } = file;
  const encoding = negotiateEncoding(request.headers['accept-encoding'], encoded.keys());
  const etag = encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`;
  if (encoded.size > 0) varyByEncoding(reply);
  reply.header('ETag', etag);
  if (reply.statusCode === 200 && matchesEntityTag(request.headers['if-none-match'], etag))
    return reply.code(304).send();
  if (encoding !== undefined) reply.header('Content-Encoding', encoding);
  return reply.type(type).send(encoded.get(encoding ?? '') ?? bytes);
}
