import { advertiserNamed, type ResearchParts } from './research.ts';
import { unknownAdvertiser } from './unknownAdvertiser.ts';

interface Logo {
  readonly advertiserId: number;
  readonly name: string;
  /** Where it is; null where none is known. */
  readonly logo: string | null;
}

/** The logo of the advertiser of this name, whatever its case; 404 when none is stored. */
export function logoNamed(parts: ResearchParts): (companyName: string) => Promise<Logo> {
  return async (companyName) => {
    const advertiser = await advertiserNamed(parts, companyName);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, companyName);
    const { advertiser_id: advertiserId, name, brand_logo: logo } = advertiser;
    return { advertiserId, name, logo };
  };
}
