import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { MagpieError } from '../kernel/errors.ts';
import { holdsTag } from './entityTag.ts';

/** A kept picture; its body is to be read to its end or destroyed, and null when it was deleted just now. */
interface KeptPicture {
  readonly type: string;
  readonly bytes: number;
  open(): Promise<{ readonly body: Readable } | null>;
}

/** The picture with this content and ending of its name; null when there is none. */
export type OpenPicture = (sha256: string, extension: string) => Promise<KeptPicture | null>;

const secondsOfYear = 31_536_000;

/**
 * Sends kept pictures. Whoever knows the content of one may have it, so an address needs no key; what it holds never
 * changes. The bytes came from strangers: nothing in them may ever be taken for a page.
 */
export function mountMedia(app: FastifyInstance, openPicture: OpenPicture): void {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:file',
    handler: async ({ params, method, headers }, reply) => {
      const [, sha256 = '', extension = ''] = /^([0-9a-f]{64})\.([a-z]{3,4})$/.exec(params.file) ?? [];
      const picture = sha256 === '' ? null : await openPicture(sha256, extension);
      if (picture === null) throw noPicture();
      const etag = `"${sha256}"`;
      const isKnown = holdsTag(headers['if-none-match'], etag);
      const opened = isKnown || method === 'HEAD' ? undefined : await picture.open();
      if (opened === null) throw noPicture();
      reply
        .header('Cache-Control', `public, max-age=${secondsOfYear}, immutable`)
        .header('ETag', etag)
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        .header('Cross-Origin-Resource-Policy', 'cross-origin');
      if (isKnown) return reply.code(304).send();
      return reply.type(picture.type).header('Content-Length', picture.bytes).send(opened?.body);
    },
  });
}

function noPicture(): MagpieError {
  return new MagpieError(
    'NOT_FOUND',
    'There is nothing at this address; kept pictures are at /media/<sha256>.<ending>.',
  );
}
