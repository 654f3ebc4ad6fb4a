import type { Server } from 'node:http';
import type { Config } from '../config/config.ts';

/** @param server the one that listens; its port replaces that of the configuration, which may be 0 */
export function siteAddress(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  server?: Pick<Server, 'address'>,
): string {
  const bound = server?.address() ?? null;
  // A browser cannot open the wildcard address.
  const reachable = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return publicUrl ?? `http://${reachable}:${typeof bound === 'object' ? (bound?.port ?? port) : port}`;
}
