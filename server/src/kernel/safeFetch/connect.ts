import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { shown } from '../errors.ts';
import { FetchRefused } from './fetchRefused.ts';
import { isPublicAddress } from './publicAddress.ts';

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export const resolveByHost: Resolve = (name) => lookup(name, { all: true });

/**
 * Opens connections to public hosts, and to those that are allowed as they are. The check is part of connecting:
 * a name is resolved once, and the connection goes to an address that was checked, so a name that leads elsewhere
 * when it is asked again gains nothing.
 */
export function checkedConnect(allow: ReadonlySet<string>, resolve: Resolve): buildConnector.connector {
  const open = buildConnector({});
  // Trying several addresses, it asks the lookup for all of them.
  const checked = buildConnector({ lookup: checkedLookup(resolve), autoSelectFamily: true });
  return (target, callback) => {
    const { hostname, protocol } = target;
    const port = target.port === '' ? { 'http:': '80', 'https:': '443' }[protocol] : target.port;
    const isLiteral = isIP(hostname) !== 0;
    if (allow.has(`${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`)) {
      open(target, callback);
    } else if (isLiteral ? isPublicAddress(hostname) : !/(^|\.)localhost$/.test(hostname)) {
      checked(target, callback);
    } else {
      callback(notPublic(hostname), null);
    }
  };
}

/** For names only: an address that is written in numbers is connected to without a lookup. */
function checkedLookup(resolve: Resolve): LookupFunction {
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

/** Without the address that a name led to: which names an inner network knows is not a stranger's to learn. */
function notPublic(host: string): FetchRefused {
  return new FetchRefused('address', `The host ${shown(host, 100)} is not on the public internet.`);
}
