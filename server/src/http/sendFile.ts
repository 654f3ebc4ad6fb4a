import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MagpieError } from '@magpie/contract/errors';
import { holdsTag } from './entityTag.ts';

/** A file that somebody asks for; its body is to be read to its end or destroyed, and null when it was deleted just now. */
export interface FileToSend {
  readonly type: string;
  readonly bytes: number;
  open(): Promise<{ readonly body: Readable } | null>;
}

interface Sending {
  /** Another one for every other content. */
  readonly tag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Says that there is no such file. */
  readonly missing: () => MagpieError;
}

/**
 * Answers GET and HEAD. Pages of other origins may show what they have an address of: the dashboard need not be on this
 * one. The bytes came from strangers: nothing in them may ever be taken for a page.
 */
export async function sendFile(
  { method, headers: asked }: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
  { tag, headers, missing }: Sending,
): Promise<FastifyReply> {
  const etag = `"${tag}"`;
  const isKnown = holdsTag(asked['if-none-match'], etag);
  const opened = isKnown || method === 'HEAD' ? undefined : await file.open();
  if (opened === null) throw missing();
  reply
    .headers(headers)
    .header('ETag', etag)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('Cross-Origin-Resource-Policy', 'cross-origin');
  if (isKnown) return reply.code(304).send();
  return reply.type(file.type).header('Content-Length', file.bytes).send(opened?.body);
}
