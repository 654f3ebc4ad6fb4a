import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What the registries give out for the public internet; all of IPv6 outside it is special or not given out. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure serves a virtual machine's host agent and DNS here, in the middle of a public range. */
const azureHost = '168.63.129.16';

/**
 * Whether an IP address is that of a host on the public internet, and of nothing else: an IPv6 address that only
 * carries an IPv4 address (mapped, NAT64, 6to4, Teredo) is refused whatever it carries.
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

/** Whether a host name belongs to a local network, wherever it resolves to. A name without a dot is never public. */
export function isLocalName(name: string): boolean {
  return !name.includes('.') || localNames.test(name.toLowerCase());
}
