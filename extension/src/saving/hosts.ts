import { browser } from 'wxt/browser';
import { unusedHosts } from './address.ts';

/** Gives up every host that was allowed for an address but the one in use; null: there is none. */
export async function keepHostOf(
  address: string | null,
  { runtime, permissions }: Pick<typeof browser, 'runtime' | 'permissions'> = browser,
): Promise<void> {
  const { host_permissions: hosts = [], content_scripts: scripts = [] } = runtime.getManifest();
  // Browsers list these too, and Firefox would give them up.
  const ownHosts = [...hosts, ...scripts.flatMap(({ matches = [] }) => matches)];
  const { origins = [] } = await permissions.getAll();
  const unused = unusedHosts(origins, ownHosts, address);
  await Promise.allSettled(unused.map((origin) => permissions.remove({ origins: [origin] })));
}
