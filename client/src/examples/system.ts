import type { MagpieClient } from '@magpie/client';

/** What does this instance hold? */
export async function system(client: MagpieClient): Promise<string> {
  const { version, ads, advertisers } = await client.system.status.query();
  const { status } = await client.system.health.query();
  return `Magpie ${version} with ${ads} ads of ${advertisers} advertisers, ${status}`;
}
