import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { varyByEncoding } from './compression.ts';
import { holdsTag } from './entityTag.ts';
import { negotiateEncoding } from './negotiateEncoding.ts';

/** A file that is held in memory. */
export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** The same by the name of an encoding, where that is smaller; the one to be preferred first. */
  readonly encoded: ReadonlyMap<string, Buffer>;
  readonly tag: string;
}

export function tagOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/** Answers GET and HEAD, in the best encoding that is taken, and with nothing to whoever has it already. */
export function sendBuilt(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const { type, bytes, encoded, tag } = file;
  const encoding = negotiateEncoding(request.headers['accept-encoding'], encoded.keys());
  const etag = encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`;
  if (encoded.size > 0) varyByEncoding(reply);
  reply.header('ETag', etag);
  if (reply.statusCode === 200 && holdsTag(request.headers['if-none-match'], etag))
    return reply.code(304).send();
  if (encoding !== undefined) reply.header('Content-Encoding', encoding);
  return reply.type(type).send(encoded.get(encoding ?? '') ?? bytes);
}
