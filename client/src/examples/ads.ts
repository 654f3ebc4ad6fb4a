import { type MagpieClient, recordsOf } from '@magpie/client';

/** Saves the active video ads that offer free shipping, one of each text, with a note, and returns how many were new. */
export async function ads(client: MagpieClient): Promise<number> {
  const board = await client.boards.create.mutate({ name: 'Free shipping' });
  let added = 0;
  for await (const ad of recordsOf(client, 'ads.search', {
    searchQuery: '"free shipping"',
    status: 'active',
    formats: ['video'],
    duplicates: 'fold',
  })) {
    const { copycats } = await client.ads.getFamily.query({ hash: ad.hash, limit: 1 });
    const note = `Runs for ${ad.daysRunning} days, ${ad.similarAds ?? 0} more with this text, ${copycats.length} copycats`;
    const { created } = await client.ads.addToBoard.mutate({ boardId: board.id, hash: ad.hash, note });
    if (created) added += 1;
  }
  return added;
}
