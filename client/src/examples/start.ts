import { createMagpieClient } from '@magpie/client';

/** The number of ads of each company with a similar name. */
export async function start(url: string, key: string): Promise<string[]> {
  const client = createMagpieClient({ url, key });
  const { companies } = await client.ads.listTopCompanies.query({ name: 'acme' });
  return companies.map(({ name, adCount }) => `${name}: ${adCount} ads`);
}
