import type { MagpieClient } from '@magpie/client';

/** The advertisers with the most engagement on ads launched in the last 30 days. */
export async function trending(client: MagpieClient): Promise<string[]> {
  const { advertisers } = await client.trending.topAdvertisers.query({ windowDays: 30, limit: 3 });
  return advertisers.map(({ name, totalEngagement }) => `${name}: ${totalEngagement}`);
}

/** Pairs of an angle and an offer that no followed company used in the last 30 days. */
export async function unusedPairs(client: MagpieClient): Promise<string[]> {
  const map = await client.trending.saturation.query({ companyNames: 'FOLLOWED', windowDays: 30 });
  const names = new Map([...map.angles, ...map.offers].map((tag) => [tag.tagDefinitionId, tag.shortText]));
  return map.empty.map(({ angleId, offerId }) => `${names.get(angleId)} + ${names.get(offerId)}`);
}
