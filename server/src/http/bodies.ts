import type { FastifyInstance } from 'fastify';
import { MagpieError } from '../kernel/errors.ts';

/** Bodies of this type reach their handler as bytes: what is wrong with them is told there, in our words. */
export function takeAsBytes(scope: FastifyInstance, mediaType: string): void {
  scope.addContentTypeParser(mediaType, { parseAs: 'buffer' }, ({ headers }, body, done) => {
    const coding = headers['content-encoding'] ?? 'identity';
    if (coding === 'identity') done(null, body);
    else
      done(new MagpieError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed; send it as it is.'));
  });
}
