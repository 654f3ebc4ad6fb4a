import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LimitRule, RateLimiter } from '../kernel/limits.ts';
import { addressBucket } from './authentication.ts';
import { setCookies, userAgentOf } from './cookies.ts';
import { sendNotice } from './notice.ts';

export interface SignInLinks {
  readonly limiter: RateLimiter;
  /** Of one address. */
  readonly limit: LimitRule;
  /** The cookie that signs in whoever has the link; null when it was used already or its hour is over. */
  readonly open: (opened: { token: string; address: string; userAgent: string }) => Promise<string | null>;
  /** What to say to somebody whom a provider did not sign in. */
  readonly whyProviderFailed: (error: string) => string;
  readonly siteAddress: () => string;
}

/** `/sign-in/<token>`: what a person opens who was given a link, and where a provider sends those whom it refuses. */
export function mountSignInLinks(app: FastifyInstance, links: SignInLinks): void {
  app.get<{ Querystring: { error?: unknown } }>('/sign-in/failed', ({ query }, reply) =>
    sendNotice(reply, {
      status: 403,
      heading: 'You are not signed in',
      sentence: links.whyProviderFailed(String(query.error)),
    }),
  );
  // What only looks whether there is a page must not use the link up.
  app.get<{ Params: { token: string } }>(
    '/sign-in/:token',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { params, ip } = request;
      const verdict = await links.limiter.take(links.limit, addressBucket(ip));
      if (!verdict.allowed) return sendTooMany(reply, verdict.resetSeconds);
      const opened = { token: params.token, address: ip, userAgent: userAgentOf(request) };
      const cookie = await links.open(opened);
      if (cookie === null) return sendUsed(reply);
      setCookies(request, reply, [cookie], links.siteAddress());
      return reply.header('Referrer-Policy', 'no-referrer').redirect(`${links.siteAddress()}/`, 303);
    },
  );
}

function sendTooMany(reply: FastifyReply, seconds: number): FastifyReply {
  reply.header('Retry-After', String(seconds));
  const sentence = `Too many links were opened from this address; wait ${seconds} seconds.`;
  return sendNotice(reply, { status: 429, heading: 'One moment', sentence });
}

function sendUsed(reply: FastifyReply): FastifyReply {
  return sendNotice(reply, {
    status: 410,
    heading: 'This link does not sign in any more',
    sentence:
      'It works once, and for one hour. Whoever runs this Magpie gets another with <code>npm run magpie -- users link &lt;email&gt;</code>.',
  });
}
