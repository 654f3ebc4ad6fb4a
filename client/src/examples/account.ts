import type { MagpieClient } from '@magpie/client';

/** The account that the key belongs to. */
export async function account(client: MagpieClient): Promise<string> {
  const { email, isOwner } = await client.account.get.query();
  return isOwner ? `${email}, who owns this instance` : email;
}
