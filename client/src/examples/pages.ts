import { type MagpieClient, pagesOf, recordsOf } from '@magpie/client';

/** Record by record, or page by page; nothing is asked for before it is wanted. */
export async function pages(client: MagpieClient): Promise<string> {
  let active = 0;
  for await (const ad of recordsOf(client, 'ads.search', { platforms: ['facebook'] })) {
    if (ad.status === 'active') active += 1;
    if (active === 3) break;
  }

  let asked = 0;
  for await (const page of pagesOf(client, 'brandSpy.getTimeline', { companyName: 'Acme', limit: 2 })) {
    asked += page.launches.length;
    if (asked >= 4) break;
  }
  return `${active} active, ${asked} launches`;
}
