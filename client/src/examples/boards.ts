import type { MagpieClient } from '@magpie/client';

/** Creates a board inside another one and publishes it under its own slug. */
export async function boards(client: MagpieClient): Promise<string> {
  const parent = await client.boards.create.mutate({ name: 'Inspiration' });
  const { id } = await client.boards.create.mutate({ name: 'Hooks', parentBoardId: parent.id });
  const { available } = await client.boards.checkSlugAvailability.query({ slug: 'hooks-we-like' });
  if (available) await client.boards.updateSlug.mutate({ id, slug: 'hooks-we-like' });
  const { slug } = await client.boards.togglePublic.mutate({ id, published: true });
  return `/b/${slug ?? id}`;
}
