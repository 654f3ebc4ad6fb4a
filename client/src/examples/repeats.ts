import type { MagpieClient } from '@magpie/client';

/** A program that may be killed and started again gives its own key: the board is made once. */
export async function repeats(client: MagpieClient, order: string): Promise<number> {
  const repeated = { context: { idempotencyKey: `board of ${order}` } };
  const { id } = await client.boards.create.mutate({ name: order }, repeated);
  return id;
}
