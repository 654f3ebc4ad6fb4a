import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { MagpieError } from '../kernel/errors.ts';
import { holdsTag } from './entityTag.ts';

/** A file that a link leads to; its body is to be read to its end or destroyed, and null when it is gone. */
interface LinkedFile {
  readonly type: string;
  readonly bytes: number;
  readonly name: string;
  readonly tag: string;
  open(): Promise<{ readonly body: Readable } | null>;
}

/** What the end of a link leads to; null when to nothing, or not any more. */
export type OpenLinked = (token: string) => Promise<LinkedFile | null>;

/**
 * `GET /files/<token>`: the links of brand images and generated images. The link itself is what lets in, so a page of
 * another origin may show what it leads to: the dashboard need not be on this one. Nothing in a file is ever taken for
 * a page.
 */
export function mountFiles(app: FastifyInstance, openLinked: OpenLinked): void {
  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:token',
    handler: async ({ params, method, headers }, reply) => {
      const file = await openLinked(params.token);
      if (file === null) throw noFile();
      const { type, bytes, name, tag } = file;
      const etag = `"${tag}"`;
      const isKnown = holdsTag(headers['if-none-match'], etag);
      const opened = isKnown || method === 'HEAD' ? undefined : await file.open();
      if (opened === null) throw noFile();
      reply
        .header('Cache-Control', 'private, max-age=3600')
        .header('ETag', etag)
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .header('Referrer-Policy', 'no-referrer');
      if (isKnown) return reply.code(304).send();
      reply
        .type(type)
        .header('Content-Length', bytes)
        .header('Content-Disposition', `inline; filename="${name}"`);
      return reply.send(opened?.body);
    },
  });
}

function noFile(): MagpieError {
  return new MagpieError(
    'NOT_FOUND',
    'This link does not work, or no longer: the list that it came from gives a new one.',
  );
}
