import { siteAddress } from '../http/siteAddress.ts';
import type { Config } from '../config/config.ts';
import { addressOfServer } from './socketClient.ts';

/** Which Magpie is called: the one named, the running server of the data folder, or where one would listen. */
export async function calledServer(config: Config): Promise<string> {
  if (config.calledUrl !== null) return config.calledUrl;
  // A server of another account can be called all the same, where it listens as configured.
  const running = await addressOfServer(config.dataFolder).catch(() => null);
  return running ?? siteAddress({ addresses: () => [] }, config);
}
