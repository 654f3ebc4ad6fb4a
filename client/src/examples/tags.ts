import type { MagpieClient } from '@magpie/client';

/** Finds a tag by its text, and counts the ads that have it. */
export async function tags(client: MagpieClient, text: string): Promise<number> {
  const tag = (await client.tags.list.query()).find(({ shortText }) => shortText === text);
  if (tag === undefined) return 0;
  const { total } = await client.ads.search.query({ tagDefinitionIds: [tag.tagDefinitionId], limit: 1 });
  return total;
}
