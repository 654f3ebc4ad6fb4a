import { parseUrl } from '@magpie/contract';

const maxUriLength = 2000;

/** A loopback address of plain HTTP, split around its port. */
const loopback = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/** Whether the URI belongs to an app on the user's computer. */
export function isLoopback(uri: string): boolean {
  return loopback.test(uri);
}

/** HTTPS, or plain HTTP on the loopback interface; without user, password or fragment. */
export function isRedirectUri(uri: unknown): uri is string {
  if (typeof uri !== 'string' || uri.length > maxUriLength || /[\s\p{C}#\\]/u.test(uri)) return false;
  const url = parseUrl(uri);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopback(uri);
}

/** Exact comparison, except that a loopback URI may use any port (RFC 8252, 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return (
    registered.includes(uri) || (isLoopback(uri) && registered.map(withoutPort).includes(withoutPort(uri)))
  );
}

function withoutPort(uri: string): string {
  return uri.replace(loopback, '$1');
}

/** Adds the parameters of an authorization response without changing the registered URI. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string>>): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`;
}
