import { type MagpieClient, recordsOf } from '@magpie/client';

/** Saves every active video ad that offers free shipping, with a note, and returns how many were new. */
export async function ads(client: MagpieClient): Promise<number> {
  const board = await client.boards.create.mutate({ name: 'Free shipping' });
  let added = 0;
  for await (const ad of recordsOf(client, 'ads.search', {
    searchQuery: '"free shipping"',
    status: 'active',
    formats: ['video'],
  })) {
    const note = `Runs for ${ad.daysRunning ?? 'some'} days`;
    const { created } = await client.ads.addToBoard.mutate({ boardId: board.id, hash: ad.hash, note });
    if (created) added += 1;
  }
  return added;
}
