import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The global unicast range; all other IPv6 addresses are special or unassigned. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's host agent and DNS, in the middle of a public range. */
const azureHost = '168.63.129.16';

/**
 * Whether an IP address belongs to the public internet. IPv6 addresses that embed an IPv4 address (mapped, NAT64,
 * 6to4, Teredo) are always rejected.
 */
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
