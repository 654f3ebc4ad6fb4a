import { findAdvertiser, type ResearchParts } from './research.ts';
import { unknownAdvertiser } from './unknownAdvertiser.ts';

export interface Logo {
  readonly advertiserId: number;
  readonly name: string;
  /** URL of the logo; null if unknown. */
  readonly logo: string | null;
}

/** Finds the logo of an advertiser by name, ignoring case; throws NOT_FOUND if it is unknown. */
export function createLogoLookup(parts: ResearchParts): (companyName: string) => Promise<Logo> {
  return async (companyName) => {
    const advertiser = await findAdvertiser(parts, companyName);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, companyName, 'logoOf');
    const { advertiser_id: advertiserId, name, brand_logo: logo } = advertiser;
    return { advertiserId, name, logo };
  };
}
