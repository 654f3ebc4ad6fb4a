import type { MagpieClient } from '@magpie/client';

/** Saves an ad, comments on it, and lists the comments. */
export async function comments(client: MagpieClient): Promise<string[]> {
  const { id: boardId } = await client.boards.create.mutate({ name: 'To discuss' });
  const [ad] = (await client.ads.search.query({ limit: 1 })).ads;
  if (ad === undefined) return [];
  const { hash } = ad;
  await client.ads.addToBoard.mutate({ boardId, hash });
  await client.comments.create.mutate({ hash, text: 'Try this hook.' });
  return (await client.comments.list.query({ hash })).map(({ text }) => text);
}
