import type { FastifyInstance } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { type FileToSend, sendFile } from './sendFile.ts';

/** The file of a link. */
interface LinkedFile extends FileToSend {
  readonly name: string;
  readonly tag: string;
}

/** The file of a token; null if the link is invalid or has expired. */
export type OpenLinkedFile = (token: string) => Promise<LinkedFile | null>;

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
