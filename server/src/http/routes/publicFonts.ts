import type { FastifyInstance } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { fontFiles } from '../../integrations/publicFonts.ts';

export const publicFontRoute = '/fonts/:file';

const secondsOfYear = 31_536_000;

/** The fonts of public pages. */
export function mountPublicFonts(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>(publicFontRoute, (request, reply) => {
    const bytes = fontFiles.get(request.params.file);
    if (bytes === undefined) throw new MagpieError('NOT_FOUND', 'There is no such font.');
    return reply
      .type('font/woff2')
      .header('Cache-Control', `public, max-age=${secondsOfYear}, immutable`)
      .header('Content-Length', bytes.length)
      .send(bytes);
  });
}
