import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets cookies; where we are reached through TLS, for TLS alone. */
export function setCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: readonly string[],
  siteAddress: string,
): void {
  const isSecure = request.protocol === 'https' || siteAddress.startsWith('https:');
  for (const cookie of cookies) reply.header('Set-Cookie', isSecure ? `${cookie}; Secure` : cookie);
}

const longestUserAgent = 500;

/** Who opened a session, for them to recognise it by. */
export function userAgentOf({ headers }: FastifyRequest): string {
  return (headers['user-agent'] ?? '').slice(0, longestUserAgent);
}
