import { advertiserNamed, type ResearchParts } from './research.ts';
import { unknownAdvertiser } from './unknownAdvertiser.ts';

/** Asked where no ad was found: an advertiser without ads that match has an empty answer, an unknown one none. */
export async function assertKnownAdvertiser(parts: ResearchParts, companyName: string): Promise<void> {
  const advertiser = await advertiserNamed(parts, companyName);
  if (advertiser === undefined) throw await unknownAdvertiser(parts, companyName);
}
