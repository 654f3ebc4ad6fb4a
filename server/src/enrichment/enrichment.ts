import type { Derived, Enrichment, EnrichmentInput } from '../ads/enrichment.ts';
import { landingPageOf, landingPageOfAd, landingPageVersion } from '../ads/landingPage.ts';
import { adTypeVersion } from './adType.ts';
import { languageVersion } from './language.ts';
import { formatOf, mediaTypeOf, mediaVersion } from './media.ts';
import type { AddModelTags } from './modelTagLookup.ts';
import { tagDefinitions, tagsVersion } from './tags.ts';
import { analyzeInProcess, type AnalyzeTexts, type TextAnalysis } from './words.ts';

/**
 * Derives everything from the ad itself, deterministically on every machine. Adds stored tags of a text model if
 * configured.
 */
export function createEnrichment(
  read: AnalyzeTexts = analyzeInProcess,
  addModelTags: AddModelTags | null = null,
): Enrichment {
  return {
    versions: {
      language: languageVersion,
      media: mediaVersion,
      landingPage: landingPageVersion,
      adType: adTypeVersion,
      tags: tagsVersion,
    },
    tagDefinitions,
    derive: async (facts, tx) => {
      const found = await read(facts);
      const analyses = addModelTags === null ? found : await addModelTags(tx, facts, found);
      return analyses.map((words, index) => Object.assign(words, mediaAndLandingPage(facts[index])));
    },
  };
}

function mediaAndLandingPage(facts: EnrichmentInput | undefined): Omit<Derived, keyof TextAnalysis> {
  if (facts === undefined) throw new Error('More analyses than ads.');
  return { format: formatOf(facts), mediaType: mediaTypeOf(facts), ...landingPageFields(facts) };
}

/** Some sources give only the domain. */
function landingPageFields(facts: EnrichmentInput): Pick<Derived, 'landingPage' | 'landingPageDomain'> {
  const found = landingPageOfAd(facts);
  if (found !== null) return { landingPage: found.page, landingPageDomain: found.domain };
  const named = facts.landingPageDomain === null ? null : landingPageOf(facts.landingPageDomain);
  return { landingPage: null, landingPageDomain: named?.domain ?? null };
}
