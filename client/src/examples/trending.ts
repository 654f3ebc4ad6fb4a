import type { MagpieClient } from '@magpie/client';

/** The advertisers with the most engagement on ads launched in the last 30 days. */
export async function trending(client: MagpieClient): Promise<string[]> {
  const { advertisers } = await client.trending.topAdvertisers.query({ windowDays: 30, limit: 3 });
  return advertisers.map(({ name, totalEngagement }) => `${name}: ${totalEngagement}`);
}
