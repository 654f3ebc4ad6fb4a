import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { createAuth } from '../../auth/feature.ts';
import { html } from '../../integrations/html.ts';
import { limitAddress, type RateLimits } from '../middleware/rateLimit.ts';
import { type Authentication, setCookies, userAgentOf } from '../middleware/authenticate.ts';
import { prepareError } from '../middleware/errors.ts';
import { sendNotice } from '../notice.ts';
import { parseAsBytes } from '../middleware/decompress.ts';
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
    pages.post<Link>('/sign-in/:token', { bodyLimit: 1024, preHandler: limit }, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      const { token } = request.params;
      const cookie = await links.open({ token, address: request.ip, userAgent: userAgentOf(request) });
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
    parseAsBytes(pages, 'application/x-www-form-urlencoded');
    pages.setErrorHandler<FastifyError>(sendErrorPage);
    mount(pages);
    done();
  });
}

function sendErrorPage(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { httpStatus: status, message: sentence } = prepareError(thrown, request, reply);
  return sendNotice(reply, { status, heading: 'This did not work', sentence });
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
