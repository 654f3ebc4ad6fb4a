import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MagpieError } from '@magpie/contract/errors';
import { matchesEntityTag } from './entityTag.ts';

/** A requested file. The body must be read to its end or destroyed; null if the file was just deleted. */
export interface FileToSend {
  readonly type: string;
  readonly bytes: number;
  open(): Promise<{ readonly body: Readable } | null>;
}

interface SendOptions {
  /** Unique per content. */
  readonly tag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The error if the file does not exist. */
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
