import type { MagpieClient } from '@magpie/client';

/** Saves a search, and counts the ads that it finds. */
export async function searches(client: MagpieClient, searchQuery: string): Promise<number> {
  await client.searches.create.mutate({ name: 'Every morning', filters: { searchQuery, sortBy: 'date' } });
  const saved = await client.searches.list.query();
  const filters = saved.find(({ name }) => name === 'Every morning')?.filters;
  return (await client.ads.search.query({ ...filters, limit: 1 })).totalAds;
}
