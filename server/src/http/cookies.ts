import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets cookies, with `Secure` if the service is reached through TLS. */
export function setCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: readonly string[],
  siteAddress: string,
): void {
  const isSecure = request.protocol === 'https' || siteAddress.startsWith('https:');
  for (const cookie of cookies) reply.header('Set-Cookie', isSecure ? `${cookie}; Secure` : cookie);
}

const maxUserAgentLength = 500;

/** Stored with a session, so that people can recognise it. */
export function userAgentOf({ headers }: FastifyRequest): string {
  return (headers['user-agent'] ?? '').slice(0, maxUserAgentLength);
}
