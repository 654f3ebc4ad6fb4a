import type { FastifyInstance } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { type FileToSend, sendFile } from './sendFile.ts';

/** The picture with this hash and file extension, or null. */
export type OpenPicture = (sha256: string, extension: string) => Promise<FileToSend | null>;

const secondsOfYear = 31_536_000;

/** Sends pictures of saved ads. The hash in the URL is the permission, so no key is needed; the content never changes. */
export function mountMedia(app: FastifyInstance, openPicture: OpenPicture): void {
  const headers = { 'Cache-Control': `public, max-age=${secondsOfYear}, immutable` };
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:file',
    handler: async (request, reply) => {
      const [, sha256 = '', extension = ''] =
        /^([0-9a-f]{64})\.([a-z]{3,4})$/.exec(request.params.file) ?? [];
      const picture = sha256 === '' ? null : await openPicture(sha256, extension);
      if (picture === null) throw noPicture();
      return sendFile(request, reply, picture, { tag: sha256, headers, missing: noPicture });
    },
  });
}

function noPicture(): MagpieError {
  return new MagpieError(
    'NOT_FOUND',
    'There is nothing at this address; pictures of saved ads are at /media/<sha256>.<extension>.',
  );
}
