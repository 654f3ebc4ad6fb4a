import type { MagpieClient } from '@magpie/client';

/** A board inside another, published under an address of its own. */
export async function boards(client: MagpieClient): Promise<string> {
  const parent = await client.boards.create.mutate({ name: 'Inspiration' });
  const { id } = await client.boards.create.mutate({ name: 'Hooks', parentBoardId: parent.id });
  const { available } = await client.boards.checkSlugAvailability.query({ slug: 'hooks-we-like' });
  if (available) await client.boards.updateSlug.mutate({ id, slug: 'hooks-we-like' });
  const { slug } = await client.boards.togglePublic.mutate({ id, published: true });
  return `/b/${slug ?? id}`;
}
