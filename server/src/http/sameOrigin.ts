import { parsedUrl } from '@magpie/contract';
import type { FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';

/**
 * A browser sends the cookie along whoever asks it to. So what comes with one must come from a page of ours, as the
 * browser itself says: a page elsewhere could otherwise act for whoever looks at it.
 *
 * @param publicUrl where we are reached, if it is configured
 */
export function refuseOtherOrigins(request: FastifyRequest, publicUrl: string | null): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (site !== undefined && site !== 'same-origin' && !(site === 'none' && isRead)) throw foreign();
  if (origin !== undefined && !isOurs(origin, request, publicUrl)) throw foreign();
}

/** Browsers always say where something comes from that may change anything. */
export function refuseWithoutOrigin({ method, headers }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD') return;
  if (headers['sec-fetch-site'] === undefined && headers.origin === undefined) {
    throw new MagpieError(
      'FORBIDDEN',
      'A request with a session cookie needs the header Origin, as browsers send it; programs use an API key.',
    );
  }
}

/**
 * For what a page shows rather than asks: a browser that is reached without TLS does not say from what kind of site a
 * picture is asked for, but from which page.
 */
export function refuseOtherPages(request: FastifyRequest, publicUrl: string | null): void {
  const { 'sec-fetch-site': site, referer, authorization } = request.headers;
  if (site !== undefined || authorization !== undefined) return;
  const page = referer === undefined ? null : parsedUrl(referer);
  if (page === null || !isOurs(page.origin, request, publicUrl)) throw foreign();
}

function isOurs(origin: string, { host }: FastifyRequest, publicUrl: string | null): boolean {
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  return parsedUrl(origin)?.host === withoutDefaultPort(host, origin);
}

/** As `URL` writes it, which leaves the port of the protocol out. */
function withoutDefaultPort(host: string, origin: string): string | undefined {
  return parsedUrl(`${origin.startsWith('https:') ? 'https' : 'http'}://${host}`)?.host;
}

function foreign(): MagpieError {
  return new MagpieError(
    'FORBIDDEN',
    'This request comes from a page of another site; a session cookie counts only on pages of this one.',
  );
}
