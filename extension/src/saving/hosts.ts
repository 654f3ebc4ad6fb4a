import { browser } from 'wxt/browser';
import { hostPattern } from './address.ts';

/** Gives up every host that was allowed for an address but the one in use; null: there is none. */
export async function keepHostOf(address: string | null): Promise<void> {
  const { host_permissions: hosts = [], content_scripts: scripts = [] } = browser.runtime.getManifest();
  const kept = new Set([...hosts, ...scripts.flatMap(({ matches = [] }) => matches)]);
  if (address !== null) kept.add(hostPattern(address));
  const { origins = [] } = await browser.permissions.getAll();
  const given = origins.filter((origin) => !kept.has(origin));
  await Promise.allSettled(given.map((origin) => browser.permissions.remove({ origins: [origin] })));
}
