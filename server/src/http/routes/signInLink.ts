import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { createAuth } from '../../auth/feature.ts';
import { html } from '../../integrations/html.ts';
import { limitAddress, type RateLimits } from '../middleware/rateLimit.ts';
import type { Authentication } from '../middleware/authenticate.ts';
import { setCookies, userAgentOf } from '../cookies.ts';
import { asMagpieError, logFailure } from '../middleware/errors.ts';
import { sendNotice } from '../notice.ts';
import { assertSameOrigin } from '../middleware/sameOrigin.ts';

export type SignInLinks = ReturnType<typeof createAuth>['signInLinks'];

interface Link {
  readonly Params: { readonly token: string };
}

/** `/sign-in/<token>`: sign-in links, and the page for failed sign-ins with a provider. */
export function mountSignInLinks(
  app: FastifyInstance,
  limits: RateLimits,
  { publicUrl }: Pick<Authentication, 'publicUrl'>,
  siteAddress: () => string,
  links: SignInLinks,
): void {
  app.get<{ Querystring: { error?: unknown } }>('/sign-in/failed', ({ query }, reply) =>
    sendNotice(reply, {
      status: 403,
      heading: 'You are not signed in',
      sentence: links.providerErrorMessage(String(query.error)),
    }),
  );
  const limit = limitAddress(limits, 'links were opened');
  mountPages(app, (pages) => {
    // Mail scanners and previews open links too, so only the button uses the link.
    pages.get<Link>('/sign-in/:token', { preHandler: [redirectEmpty, limit] }, async (request, reply) => {
      return (await links.isOpen(request.params.token)) ? sendButton(reply) : sendExpired(reply);
    });
    pages.post<Link>('/sign-in/:token', { preHandler: limit }, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      const opened = {
        token: request.params.token,
        address: request.ip,
        userAgent: userAgentOf(request),
      };
      const cookie = await links.open(opened);
      if (cookie === null) return sendExpired(reply);
      setCookies(request, reply, [cookie], siteAddress());
      return reply.header('Referrer-Policy', 'no-referrer').redirect(`${siteAddress()}/`, 303);
    });
  });
}

async function redirectEmpty(request: FastifyRequest<Link>, reply: FastifyReply): Promise<void> {
  if (request.params.token === '') await reply.redirect('/sign-in');
}

/** Mounts pages whose button sends an empty form, and whose errors are pages. */
function mountPages(app: FastifyInstance, mount: (pages: FastifyInstance) => void): void {
  app.register((pages, _options, done) => {
    const form = { parseAs: 'buffer', bodyLimit: 1024 } as const;
    pages.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, parsed) =>
      parsed(null, body),
    );
    pages.setErrorHandler<FastifyError>(sendErrorPage);
    mount(pages);
    done();
  });
}

function sendErrorPage(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asMagpieError(thrown);
  logFailure(error, request);
  if (error.retryAfter !== undefined) reply.header('Retry-After', String(error.retryAfter));
  return sendNotice(reply, {
    status: error.httpStatus,
    heading: 'This did not work',
    sentence: error.message,
  });
}

function sendButton(reply: FastifyReply): FastifyReply {
  return sendNotice(reply, {
    status: 200,
    heading: 'Sign in to Magpie',
    sentence: 'This link signs you in once, on this device.',
    form: html`<form method="post"><button>Sign in</button></form>`,
  });
}

function sendExpired(reply: FastifyReply): FastifyReply {
  return sendNotice(reply, {
    status: 410,
    heading: 'This link is no longer valid',
    sentence: html`It works once, within one hour. To create another, run
      <code>npm run magpie -- users link &lt;email&gt;</code>.`,
  });
}
