import type { MagpieClient } from '@magpie/client';

/** Creates a label, adds it to a saved ad, and lists the labels. */
export async function labels(client: MagpieClient): Promise<string[]> {
  const { id: boardId } = await client.boards.create.mutate({ name: 'To test' });
  const { ads } = await client.ads.search.query({ limit: 1 });
  const hashes = ads.map(({ hash }) => hash);
  for (const hash of hashes) await client.ads.addToBoard.mutate({ boardId, hash });
  const { id } = await client.labels.create.mutate({ name: 'Strong hook', color: 'blue' });
  await client.ads.setLabels.mutate({ hashes, add: [id] });
  return (await client.labels.list.query()).map(({ name, color }) => `${name}, ${color}`);
}
