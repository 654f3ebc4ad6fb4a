import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asMagpieError, logFailure } from './errors.ts';
import { sendNotice } from './notice.ts';

const formLimit = 16 * 1024;

/**
 * Mounts pages that people open from a mail and that have a form. Forms come as browsers send them, which no other
 * address takes, and what is wrong is told on a page.
 */
export function mountFormPages(app: FastifyInstance, mount: (pages: FastifyInstance) => void): void {
  app.register((pages, _options, done) => {
    const form = { parseAs: 'buffer', bodyLimit: formLimit } as const;
    pages.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, parsed) =>
      parsed(null, body),
    );
    pages.setErrorHandler<FastifyError>(sendRefusal);
    mount(pages);
    done();
  });
}

function sendRefusal(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asMagpieError(thrown);
  logFailure(error, request);
  if (error.retryAfter !== undefined) reply.header('Retry-After', String(error.retryAfter));
  return sendNotice(reply, {
    status: error.httpStatus,
    heading: 'This did not work',
    sentence: error.message,
  });
}
