import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { varyByEncoding } from './compression.ts';
import { matchesEntityTag } from './entityTag.ts';
import { negotiateEncoding } from './negotiateEncoding.ts';

/** A file in memory. */
export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** The compressed bytes by encoding, if smaller; the preferred one first. */
  readonly encoded: ReadonlyMap<string, Buffer>;
  readonly tag: string;
}

export function tagOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/** Responds to GET and HEAD in the best accepted encoding, or with 304. */
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
