import { type MagpieClient, recordsOf } from '@magpie/client';

/** The most used ad copies of a company. Looks up the stored name first, because brandSpy accepts only that. */
export async function brandSpy(client: MagpieClient, wanted: string): Promise<string[]> {
  const { companies } = await client.ads.listTopCompanies.query({ name: wanted, limit: 1 });
  const [company] = companies;
  if (company === undefined) return [];
  const { stats } = await client.brandSpy.getOverview.query({ companyName: company.name });
  const lines = [`${company.name}: ${stats.activeAds} of ${stats.totalAds} ads are active`];
  const copies = recordsOf(client, 'brandSpy.getAdCopies', { companyName: company.name, sortBy: 'adCount' });
  for await (const { body, adCount } of copies) {
    lines.push(`${adCount}× ${body}`);
    if (lines.length === 4) break;
  }
  return lines;
}
