import { perCall, type ResearchParts } from './research.ts';
import { brandSpyRouter } from './brandSpy.ts';
import { companiesRouter, type OnFollow } from './companies.ts';
import { createLogoLookup, topCompaniesHandler } from './directory.ts';
import { createNameIndex } from './nameIndex.ts';

interface AdvertisersDeps extends Omit<ResearchParts, 'names'> {
  readonly onFollow: OnFollow;
}

export function createAdvertisers(deps: AdvertisersDeps) {
  const parts: ResearchParts = { ...deps, names: createNameIndex(deps) };
  return {
    procedures: {
      ads: { listTopCompanies: perCall(parts, topCompaniesHandler) },
      brandSpy: brandSpyRouter(parts),
      companies: companiesRouter(parts, deps.onFollow),
    },
    logoOf: createLogoLookup(parts),
    names: parts.names,
  };
}
