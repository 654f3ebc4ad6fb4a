import { browser } from 'wxt/browser';
import { unusedHosts } from './address.ts';

/** Revokes access to every host that was granted for a server, except this one; null revokes all. */
export async function revokeHosts(
  address: string | null,
  { runtime, permissions }: Pick<typeof browser, 'runtime' | 'permissions'> = browser,
): Promise<void> {
  const { host_permissions: hosts = [], content_scripts: scripts = [] } = runtime.getManifest();
  // Browsers list the manifest's hosts too, and Firefox would remove them.
  const ownHosts = [...hosts, ...scripts.flatMap(({ matches = [] }) => matches)];
  const { origins = [] } = await permissions.getAll();
  const unused = unusedHosts(origins, ownHosts, address);
  await Promise.allSettled(unused.map((origin) => permissions.remove({ origins: [origin] })));
}
