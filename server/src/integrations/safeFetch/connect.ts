import ipaddr from 'ipaddr.js';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { Dispatcher } from 'undici';
import { sanitizeForMessage } from '@magpie/contract/errors';
import { parseTarget, FetchError } from './target.ts';

export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: Resolve = (name) => lookup(name, { all: true });

/** All headers of a response; some hosts send policies of many kilobytes. */
export const maxResponseHeaderBytes = 32 * 1024;

export interface SafeFetchParts {
  /** `host:port` of hosts that need not be public, as in `Config.fetchAllow`. */
  readonly allow: readonly string[];
  readonly resolve?: Resolve;
}

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

/** The global unicast range; all other IPv6 addresses are special or unassigned. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's host agent and DNS, in the middle of a public range. */
const azureHost = '168.63.129.16';

/** IPv6 addresses that embed an IPv4 address (mapped, NAT64, 6to4, Teredo) are always rejected. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === azureHost) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(publicIpv6)) return false;
  return parsed.range() === 'unicast';
}

/** Top-level names that never exist on the public internet: reserved, or used in local networks by convention. */
const localNames =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|lan|home|corp|home\.arpa)$/;

/** Whether a host name belongs to a local network. A name without a dot is never public. */
export function isLocalName(name: string): boolean {
  return !name.includes('.') || localNames.test(name.toLowerCase());
}
