import { createMagpieClient, type MagpieClient } from '@magpie/client';

/** Creates a read-only key with an expiry date for a report, and revokes it after use. */
export async function apiKeys(client: MagpieClient, url: string): Promise<string[]> {
  const { id, key } = await client.apiKeys.create.mutate({
    name: 'Report',
    scopes: ['read'],
    expiresAt: '2099-12-31',
  });
  const report = createMagpieClient({ url, key });
  const names = (await report.apiKeys.list.query()).map(({ name }) => name);
  await client.apiKeys.revoke.mutate({ id });
  return names;
}
