import { type MagpieClient, pagesOf, recordsOf } from '@magpie/client';

/** Iterates record by record or page by page; each page is fetched on demand. */
export async function pages(client: MagpieClient): Promise<string> {
  let active = 0;
  for await (const ad of recordsOf(client, 'ads.search', { platforms: ['facebook'] })) {
    if (ad.status === 'active') active += 1;
    if (active === 3) break;
  }

  let launches = 0;
  for await (const page of pagesOf(client, 'brandSpy.getTimeline', { companyName: 'Acme', limit: 2 })) {
    launches += page.launches.length;
    if (launches >= 4) break;
  }
  return `${active} active, ${launches} launches`;
}
