import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { shown } from '@magpie/contract/errors';
import { FetchRefused } from './fetchRefused.ts';
import { isLocalName, isPublicAddress } from './publicAddress.ts';
import { targetOf } from './target.ts';

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export const resolveByHost: Resolve = (name) => lookup(name, { all: true });

interface Host {
  /** An address of IPv6 without its brackets. */
  readonly hostname: string;
  readonly protocol: string;
  /** Empty for the usual one of the protocol. */
  readonly port: string;
}

/** What the name of a host alone says: one that is checked may still lead to an address that is not public. */
export function admissionOf(host: Host, allow: ReadonlySet<string>): 'allowed' | 'checked' | 'refused' {
  const { hostname, protocol } = host;
  const port = host.port === '' ? { 'http:': '80', 'https:': '443' }[protocol] : host.port;
  const isLiteral = isIP(hostname) !== 0;
  if (allow.has(`${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`)) return 'allowed';
  const isPublic = isLiteral ? isPublicAddress(hostname) : !isLocalName(hostname);
  return isPublic ? 'checked' : 'refused';
}

/** Whether an address would be refused wherever its name leads, so that whoever gives it can be told at once. */
export function isNeverReached(address: string, allow: readonly string[]): boolean {
  try {
    const { hostname, protocol, port } = targetOf(address);
    return (
      admissionOf({ hostname: hostname.replaceAll(/[[\]]/g, ''), protocol, port }, new Set(allow)) ===
      'refused'
    );
  } catch (error) {
    if (error instanceof FetchRefused) return true;
    throw error;
  }
}

/** For names only: an address that is written in numbers is connected to without a lookup. */
export function checkedLookup(resolve: Resolve): LookupFunction {
  return callbackify(async (name: string, _options: object): Promise<LookupAddress[]> => {
    const addresses = await resolve(name);
    if (addresses.length === 0) {
      throw new FetchRefused('unreachable', `The host ${shown(name, 100)} has no address.`);
    }
    // One that is not public among others that are is a trap, or a mistake that would make answers change by chance.
    if (!addresses.every(({ address }) => isPublicAddress(address))) throw notPublic(name);
    return [...addresses];
  });
}

/** Never contains an inner address: neither the one a name resolved to nor one that a redirect or a number named. */
export function notPublic(host: string): FetchRefused {
  const message =
    isIP(host) === 0
      ? `The host ${shown(host, 100)} is not on the public internet.`
      : 'The address is not on the public internet; use one of a public host.';
  return new FetchRefused('address', message);
}
