import type { Derived, Enrichment, Facts } from '../catalog/enrichment.ts';
import { adTypeOf, adTypeVersion } from './adType.ts';
import { landingPageOf, landingPageVersion } from './landingPage.ts';
import { languageOf, languageVersion } from './language.ts';
import { formatOf, mediaTypeOf, mediaVersion } from './media.ts';
import { tagDefinitions, tagsOf, tagsVersion } from './tags.ts';

/** All that is found out about an ad from the ad itself, on this machine and the same on every other. */
export function createEnrichment(): Enrichment {
  return {
    versions: {
      language: languageVersion,
      media: mediaVersion,
      landingPage: landingPageVersion,
      adType: adTypeVersion,
      tags: tagsVersion,
    },
    tagDefinitions,
    derive,
  };
}

function derive(facts: Facts): Derived {
  const tags = tagsOf(facts);
  return {
    language: languageOf(facts),
    format: formatOf(facts),
    mediaType: mediaTypeOf(facts),
    ...whereItLeads(facts),
    adType: adTypeOf(facts, tags),
    tags,
  };
}

/** The page is the ad's own, or that of its first card; the domain may be all that a source tells. */
function whereItLeads(facts: Facts): Pick<Derived, 'landingPage' | 'landingPageDomain'> {
  for (const address of [facts.landingPageUrl, ...facts.cards.map((card) => card.landingPageUrl)]) {
    const found = address === null ? null : landingPageOf(address);
    if (found !== null) return { landingPage: found.page, landingPageDomain: found.domain };
  }
  const named = facts.landingPageDomain === null ? null : landingPageOf(facts.landingPageDomain);
  return { landingPage: null, landingPageDomain: named?.domain ?? null };
}
