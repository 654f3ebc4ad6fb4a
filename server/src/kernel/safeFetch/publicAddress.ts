import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What the registries give out for the public internet; all of IPv6 outside it is special or not given out. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is that of a host on the public internet, and of nothing else: an IPv6 address that only
 * carries an IPv4 address (mapped, NAT64, 6to4, Teredo) is refused whatever it carries.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(publicIpv6)) return false;
  return parsed.range() === 'unicast';
}
