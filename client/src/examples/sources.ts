import type { MagpieClient } from '@magpie/client';

/** Queries an ad library every six hours, and lists the schedule. Needs an owner's key with the scope `admin`. */
export async function sources(client: MagpieClient, accessToken: string): Promise<string[]> {
  await client.sources.create.mutate({
    name: 'shoes',
    connector: 'meta-api',
    query: { accessToken, countries: ['DE'], searchTerms: 'shoes' },
    everyMinutes: 360,
  });
  const scheduled = await client.sources.list.query();
  return scheduled.map(
    ({ name, connector, everyMinutes }) => `${name}: ${connector}, every ${everyMinutes} min`,
  );
}
