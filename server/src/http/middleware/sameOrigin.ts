import { parseUrl } from '@magpie/contract';
import type { FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import type cors from '@fastify/cors';

/**
 * Protects against CSRF: a browser sends the session cookie with requests of any page, so the browser's own headers
 * must show that the request comes from one of our pages.
 *
 * @param publicUrl the public URL of this service, if configured
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string | null): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (site !== undefined && site !== 'same-origin' && !(site === 'none' && isRead)) throw crossSiteError();
  if (origin !== undefined && !isOwnOrigin(origin, request, publicUrl)) throw crossSiteError();
}

/** Browsers always send one of these headers with requests that may change something. */
export function assertHasOrigin({ method, headers }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD') return;
  if (headers['sec-fetch-site'] === undefined && headers.origin === undefined) {
    throw new MagpieError(
      'FORBIDDEN',
      'A request with a session cookie needs the header Origin, as browsers send it; in programs, use an API key.',
    );
  }
}

/** Without TLS, browsers send no `Sec-Fetch-Site` for images and videos, but they send `Referer`. */
export function assertOwnPage(request: FastifyRequest, publicUrl: string | null): void {
  const { 'sec-fetch-site': site, referer, authorization } = request.headers;
  if (site !== undefined || authorization !== undefined) return;
  const page = referer === undefined ? null : parseUrl(referer);
  if (page === null || !isOwnOrigin(page.origin, request, publicUrl)) throw crossSiteError();
}

function isOwnOrigin(origin: string, { host }: FastifyRequest, publicUrl: string | null): boolean {
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  return parseUrl(origin)?.host === withoutDefaultPort(host, origin);
}

/** Without the default port of the protocol, as `URL` formats it. */
function withoutDefaultPort(host: string, origin: string): string | undefined {
  return parseUrl(`${origin.startsWith('https:') ? 'https' : 'http'}://${host}`)?.host;
}

function crossSiteError(): MagpieError {
  return new MagpieError(
    'FORBIDDEN',
    'This request comes from a page of another site; a session cookie is accepted only from pages of this site.',
  );
}

const mcpHeaders = ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id', 'Last-Event-ID'];

export function corsRules(origins: readonly string[]): Parameters<typeof cors>[1] & object {
  return {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    // Otherwise an OPTIONS request that is not a preflight gets a plain text response.
    strictPreflight: false,
    allowedHeaders: ['Authorization', 'Content-Type', 'Content-Encoding', 'Idempotency-Key', ...mcpHeaders],
    exposedHeaders: [
      'X-Request-Id',
      'X-Cache',
      'Age',
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Idempotent-Replayed',
    ],
    maxAge: 600,
  };
}
