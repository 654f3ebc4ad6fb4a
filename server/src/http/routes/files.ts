import type { FastifyInstance } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { type FileToSend, sendFile } from '../sendFile.ts';

export type OpenLinkedFile = (
  token: string,
) => Promise<(FileToSend & { readonly name: string; readonly tag: string }) | null>;

/** `GET /files/<token>`: brand images and generated images. The link itself is the permission. */
export function mountFiles(app: FastifyInstance, openLinked: OpenLinkedFile): void {
  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:token',
    handler: async (request, reply) => {
      const file = await openLinked(request.params.token);
      if (file === null) throw noFile();
      const headers = {
        'Cache-Control': 'private, max-age=3600',
        'Referrer-Policy': 'no-referrer',
        'Content-Disposition': `inline; filename="${file.name}"`,
      };
      return sendFile(request, reply, file, { tag: file.tag, headers, missing: noFile });
    },
  });
}

function noFile(): MagpieError {
  return new MagpieError(
    'NOT_FOUND',
    'This link is invalid or has expired; get a new one from the list that it came from.',
  );
}

export type OpenPicture = (sha256: string, extension: string) => Promise<FileToSend | null>;

const secondsOfYear = 31_536_000;

/** Sends pictures and videos of saved ads. The hash in the URL is the permission, so no key is needed; the content never changes. */
export function mountMedia(app: FastifyInstance, openPicture: OpenPicture): void {
  const headers = { 'Cache-Control': `public, max-age=${secondsOfYear}, immutable` };
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:file',
    handler: async (request, reply) => {
      const [, sha256 = '', extension = ''] =
        /^([0-9a-f]{64})\.([a-z0-9]{3,4})$/.exec(request.params.file) ?? [];
      const picture = sha256 === '' ? null : await openPicture(sha256, extension);
      if (picture === null) throw noPicture();
      return sendFile(request, reply, picture, { tag: sha256, headers, missing: noPicture });
    },
  });
}

function noPicture(): MagpieError {
  return new MagpieError(
    'NOT_FOUND',
    'There is nothing at this address; pictures and videos of saved ads are at /media/<sha256>.<extension>.',
  );
}
