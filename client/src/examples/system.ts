import type { MagpieClient } from '@magpie/client';

/** Version, size and health of the instance. */
export async function system(client: MagpieClient): Promise<string> {
  const { version, ads, advertisers } = await client.system.status.query();
  const { status } = await client.system.health.query();
  return `Magpie ${version} with ${ads} ads of ${advertisers} advertisers, ${status}`;
}
