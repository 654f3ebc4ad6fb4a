import type { FastifyInstance } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { type FileToSend, sendFile } from './sendFile.ts';

/** A file that a link leads to. */
interface LinkedFile extends FileToSend {
  readonly name: string;
  readonly tag: string;
}

/** What the end of a link leads to; null when to nothing, or not any more. */
export type OpenLinked = (token: string) => Promise<LinkedFile | null>;

/** `GET /files/<token>`: the links of brand images and generated images. The link itself is what lets in. */
export function mountFiles(app: FastifyInstance, openLinked: OpenLinked): void {
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
    'This link does not work, or no longer: the list that it came from gives a new one.',
  );
}
