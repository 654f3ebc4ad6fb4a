import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';

export function siteAddress(
  app: Pick<FastifyInstance, 'addresses'>,
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
): string {
  const bound = app.addresses()[0];
  // A browser cannot open the wildcard address.
  const reachable = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return publicUrl ?? `http://${reachable}:${typeof bound === 'object' ? bound.port : port}`;
}
