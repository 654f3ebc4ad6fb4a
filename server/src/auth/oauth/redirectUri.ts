import { parsedUrl } from '@magpie/contract';

const longestUri = 2000;

/** A loopback address of plain HTTP, split around its port. */
const loopback = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/** Whether an app on this computer waits at the address. */
export function isLoopback(uri: string): boolean {
  return loopback.test(uri);
}

/** HTTPS, or plain HTTP on the loopback interface; without user, password or fragment. */
export function isRedirectUri(uri: unknown): uri is string {
  if (typeof uri !== 'string' || uri.length > longestUri || /[\s\p{C}#\\]/u.test(uri)) return false;
  const url = parsedUrl(uri);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopback(uri);
}

/** Exact comparison, except that an app on this computer listens on whichever port is free (RFC 8252, 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return (
    registered.includes(uri) || (isLoopback(uri) && registered.map(withoutPort).includes(withoutPort(uri)))
  );
}

function withoutPort(uri: string): string {
  return uri.replace(loopback, '$1');
}

/** Adds the parameters of an authorization response, leaving the address as it was registered. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string>>): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`;
}
