import { findAdvertiser, type ResearchParts } from './research.ts';
import { unknownAdvertiser } from './unknownAdvertiser.ts';

/** Call if no ad matched: a known advertiser without matching ads gets an empty response, an unknown one NOT_FOUND. */
export async function assertKnownAdvertiser(parts: ResearchParts, companyName: string): Promise<void> {
  const advertiser = await findAdvertiser(parts, companyName);
  if (advertiser === undefined) throw await unknownAdvertiser(parts, companyName);
}
