import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { Dispatcher } from 'undici';
import { sanitizeForMessage } from '@magpie/contract/errors';
import { FetchError } from './fetchError.ts';
import { isLocalName, isPublicAddress } from './publicAddress.ts';
import { parseTarget } from './target.ts';

/** Returns all addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: Resolve = (name) => lookup(name, { all: true });

/** All headers of a response; some hosts send policies of many kilobytes. */
export const maxHeaderBytes = 32 * 1024;

export interface SafeFetchParts {
  /** `host:port` of hosts that need not be public, as in `Config.fetchAllow`. */
  readonly allow: readonly string[];
  readonly resolve?: Resolve;
}

/** Sends one request and returns the response with any status. */
export type Send = (
  target: URL,
  options: Pick<Dispatcher.RequestOptions, 'headers' | 'signal' | 'body'> & {
    readonly method?: 'GET' | 'POST';
  },
) => Promise<Dispatcher.ResponseData>;

interface Host {
  /** IPv6 without brackets. */
  readonly hostname: string;
  readonly protocol: string;
  /** Empty for the default port. */
  readonly port: string;
}

/** By the host name alone: a `checked` host may still resolve to a private address. */
export function classifyHost(host: Host, allow: ReadonlySet<string>): 'allowed' | 'checked' | 'refused' {
  const { hostname, protocol } = host;
  const port = host.port === '' ? { 'http:': '80', 'https:': '443' }[protocol] : host.port;
  const isLiteral = isIP(hostname) !== 0;
  if (allow.has(`${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`)) return 'allowed';
  const isPublic = isLiteral ? isPublicAddress(hostname) : !isLocalName(hostname);
  return isPublic ? 'checked' : 'refused';
}

/** Whether a URL is always rejected, whatever its host resolves to; for validation of user input. */
export function isForbiddenUrl(address: string, allow: readonly string[]): boolean {
  try {
    const { hostname, protocol, port } = parseTarget(address);
    return (
      classifyHost({ hostname: hostname.replaceAll(/[[\]]/g, ''), protocol, port }, new Set(allow)) ===
      'refused'
    );
  } catch (error) {
    if (error instanceof FetchError) return true;
    throw error;
  }
}

/** For names only: an IP address is connected to without a lookup. */
export function checkedLookup(resolve: Resolve): LookupFunction {
  return callbackify(async (name: string, _options: object): Promise<LookupAddress[]> => {
    const addresses = await resolve(name);
    if (addresses.length === 0) {
      throw new FetchError('unreachable', `The host ${sanitizeForMessage(name, 100)} has no address.`);
    }
    // A mix of public and private addresses is an attack or a mistake that would make results random.
    if (!addresses.every(({ address }) => isPublicAddress(address))) throw notPublicError(name);
    return [...addresses];
  });
}

/** The message never contains a private address. */
export function notPublicError(host: string): FetchError {
  const message =
    isIP(host) === 0
      ? `The host ${sanitizeForMessage(host, 100)} is not on the public internet.`
      : 'The address is not on the public internet; use one of a public host.';
  return new FetchError('address', message);
}
