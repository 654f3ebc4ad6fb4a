import type { MagpieClient } from '@magpie/client';

/** With its own key, a program that is killed and restarted creates the board only once. */
export async function idempotency(client: MagpieClient, order: string): Promise<number> {
  const options = { context: { idempotencyKey: `board of ${order}` } };
  const { id } = await client.boards.create.mutate({ name: order }, options);
  return id;
}
