import type { MagpieClient } from '@magpie/client';

/** Whose key is this? */
export async function account(client: MagpieClient): Promise<string> {
  const { email, isOwner } = await client.account.get.query();
  return isOwner ? `${email}, who owns this instance` : email;
}
