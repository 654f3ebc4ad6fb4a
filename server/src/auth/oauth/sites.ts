import type { Scope } from '@magpie/contract';

/** What an app can be allowed; bringing in ads and the audit log are not for apps. */
export type AppScope = Extract<Scope, 'read' | 'write'>;

export const appScopes: readonly AppScope[] = ['read', 'write'];

/**
 * The addresses under which clients may know this server. Without a configured one, a client on this computer may call
 * it by any name of the loopback interface; issuer and audience are then those of the name that it used.
 */
export function sitesOf(site: string, publicUrl: string | null): readonly string[] {
  const { hostname, port } = new URL(site);
  if (publicUrl !== null || !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) return [site];
  const others = ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).origin);
  return [new URL(site).origin, ...others.filter((other) => other !== new URL(site).origin)];
}

/** The one whose host a request named; by default the first. */
export function siteNamed(sites: readonly string[], host: string): string {
  const [first = ''] = sites;
  return sites.find((site) => new URL(site).host === host.toLowerCase()) ?? first;
}

/** What access tokens are issued for: the only address that takes them (RFC 8707). */
export function resourceOf(site: string): string {
  return `${site}/mcp`;
}

export function authorizeAddress(site: string): string {
  return `${site}/oauth/authorize`;
}
