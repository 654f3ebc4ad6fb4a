import { createMagpieClient } from '@magpie/client';

/** How many ads does each company have whose name is like this one? */
export async function start(url: string, key: string): Promise<string[]> {
  const client = createMagpieClient({ url, key });
  const { companies } = await client.ads.listTopCompanies.query({ name: 'acme' });
  return companies.map(({ name, adCount }) => `${name}: ${adCount} ads`);
}
