import type { Scope } from '@magpie/contract';

/** The scopes available to apps: no imports and no audit log. */
export type AppScope = Extract<Scope, 'read' | 'write'>;

export const appScopes: readonly AppScope[] = ['read', 'write'];

/**
 * The addresses that clients may use for this server. Without a configured one, a local client may use any name of the
 * loopback interface; issuer and audience then use the same name.
 */
export function listSites(site: string, publicUrl: string | null): readonly string[] {
  const { hostname, port } = new URL(site);
  if (publicUrl !== null || !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) return [site];
  const others = ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).origin);
  return [new URL(site).origin, ...others.filter((other) => other !== new URL(site).origin)];
}

export function findSite(sites: readonly string[], host: string): string {
  const [first = ''] = sites;
  return sites.find((site) => new URL(site).host === host.toLowerCase()) ?? first;
}

/** The audience of access tokens (RFC 8707). */
export function toResource(site: string): string {
  return `${site}/mcp`;
}

export function toAuthorizeUrl(site: string): string {
  return `${site}/oauth/authorize`;
}

/** The error codes of RFC 6749, 7591, 7009 and 8707 that this server uses. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'access_denied';

export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
