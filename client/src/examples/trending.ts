import type { MagpieClient } from '@magpie/client';

/** Who had most engagement with what they launched in the last 30 days? */
export async function trending(client: MagpieClient): Promise<string[]> {
  const { advertisers } = await client.trending.topAdvertisers.query({ windowDays: 30, limit: 3 });
  return advertisers.map(({ name, totalEngagement }) => `${name}: ${totalEngagement}`);
}
