import { siteAddress } from '../http/siteAddress.ts';
import type { Config } from '../config/config.ts';
import { requestServer } from './socketClient.ts';

/** The address to call: the configured one, that of the running server of the data folder, or the default listen address. */
export async function calledServer(config: Config): Promise<string> {
  if (config.calledUrl !== null) return config.calledUrl;
  // The socket of a server that runs as another account is not accessible, but its HTTP address may be.
  const running = await requestServer(config.dataFolder, '/address', 'address').catch(() => null);
  return running?.address ?? siteAddress({ addresses: () => [] }, config);
}
