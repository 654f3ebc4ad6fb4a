import type { MagpieClient } from '@magpie/client';

/** Follows companies and lists those that launched ads this week. */
export async function companies(client: MagpieClient, names: readonly string[]): Promise<string[]> {
  for (const companyName of names) await client.companies.follow.mutate({ companyName });
  const followed = await client.companies.listFollowed.query();
  return followed
    .filter(({ newAdsLast7Days }) => newAdsLast7Days > 0)
    .map(({ companyName, newAdsLast7Days }) => `${companyName}: ${newAdsLast7Days} new ads`);
}
