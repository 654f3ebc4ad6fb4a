import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../integrations/html.ts';
import { type AddressLimit, countAddress } from './addressLimit.ts';
import type { Authentication } from './authentication.ts';
import { setCookies, userAgentOf } from './cookies.ts';
import { asMagpieError, logFailure } from './errors.ts';
import { sendNotice } from './notice.ts';
import { refuseOtherOrigins } from './sameOrigin.ts';

export interface SignInLinks extends AddressLimit {
  /** Whether a link would sign somebody in. */
  readonly isOpen: (token: string) => Promise<boolean>;
  /** The cookie that signs in whoever has the link; null when it was used already or its hour is over. */
  readonly open: (opened: { token: string; address: string; userAgent: string }) => Promise<string | null>;
  /** What to say to somebody whom a provider did not sign in. */
  readonly whyProviderFailed: (error: string) => string;
  readonly siteAddress: () => string;
}

interface Link {
  readonly Params: { readonly token: string };
}

/** `/sign-in/<token>`: what a person opens who was given a link, and where a provider sends those whom it refuses. */
export function mountSignInLinks(
  app: FastifyInstance,
  { publicUrl }: Pick<Authentication, 'publicUrl'>,
  links: SignInLinks,
): void {
  app.get<{ Querystring: { error?: unknown } }>('/sign-in/failed', ({ query }, reply) =>
    sendNotice(reply, {
      status: 403,
      heading: 'You are not signed in',
      sentence: links.whyProviderFailed(String(query.error)),
    }),
  );
  mountPages(app, (pages) => {
    // Programs open links that a person was sent, to show or to check them; only the button uses one up.
    pages.get<Link>('/sign-in/:token', async (request, reply) => {
      if (request.params.token === '') return reply.redirect('/sign-in');
      await countAddress(links, 'links were opened', request, reply);
      return (await links.isOpen(request.params.token)) ? sendButton(reply) : sendUsed(reply);
    });
    pages.post<Link>('/sign-in/:token', async (request, reply) => {
      await countAddress(links, 'links were opened', request, reply);
      refuseOtherOrigins(request, publicUrl);
      const opened = {
        token: request.params.token,
        address: request.ip,
        userAgent: userAgentOf(request),
      };
      const cookie = await links.open(opened);
      if (cookie === null) return sendUsed(reply);
      setCookies(request, reply, [cookie], links.siteAddress());
      return reply.header('Referrer-Policy', 'no-referrer').redirect(`${links.siteAddress()}/`, 303);
    });
  });
}

/** Mounts pages whose button sends an empty form, as browsers send it, and that say on a page what is wrong. */
function mountPages(app: FastifyInstance, mount: (pages: FastifyInstance) => void): void {
  app.register((pages, _options, done) => {
    const form = { parseAs: 'buffer', bodyLimit: 1024 } as const;
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

function sendButton(reply: FastifyReply): FastifyReply {
  return sendNotice(reply, {
    status: 200,
    heading: 'Sign in to Magpie',
    sentence: 'This link signs you in once, on this device.',
    form: html`<form method="post"><button>Sign in</button></form>`,
  });
}

function sendUsed(reply: FastifyReply): FastifyReply {
  return sendNotice(reply, {
    status: 410,
    heading: 'This link does not sign in any more',
    sentence: html`It works once, and for one hour. Whoever runs this Magpie gets another with
      <code>npm run magpie -- users link &lt;email&gt;</code>.`,
  });
}
