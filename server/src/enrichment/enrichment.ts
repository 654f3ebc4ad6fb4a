import type { Ad } from '@magpie/contract';
import type { Derived, Enrichment, EnrichmentInput, TextAnalysis } from '../ads/enrichment.ts';
import { creativesVersion } from '../ads/families/creatives.ts';
import { parseLandingPage, landingPageOfAd, landingPageVersion } from '../ads/landingPage.ts';
import { momentumVersion } from '../ads/reachMomentum.ts';
import { adTypeVersion } from './adType.ts';
import { languageVersion } from './language.ts';
import type { AddModelTags } from './modelTags.ts';
import { tagDefinitions, tagsVersion } from './tags.ts';
import { analyzeInProcess, type AnalyzeTexts } from './wording.ts';

/** Derived from the ad itself, deterministically on every machine, and from stored tags of a text model if configured. */
export function createEnrichment(
  analyze: AnalyzeTexts = analyzeInProcess,
  addModelTags: AddModelTags | null = null,
): Enrichment {
  return {
    versions: {
      language: languageVersion,
      media: mediaVersion,
      landingPage: landingPageVersion,
      adType: adTypeVersion,
      tags: tagsVersion,
      creatives: creativesVersion,
      momentum: momentumVersion,
    },
    tagDefinitions,
    derive: async (facts, tx, analyses = []) => {
      const unread = facts.filter((_, index) => analyses[index] === undefined);
      const read = (unread.length === 0 ? [] : await analyze(unread)).values();
      const found = facts.flatMap((_, index) => analyses[index] ?? read.next().value ?? []);
      const tagged = addModelTags === null ? found : await addModelTags(tx, facts, found);
      return tagged.map((words, index) => addMediaAndLandingPage(words, facts[index]));
    },
  };
}

function addMediaAndLandingPage(words: TextAnalysis, facts: EnrichmentInput | undefined): Derived {
  if (facts === undefined) throw new Error('More analyses than ads.');
  return {
    ...words,
    format: detectFormat(facts),
    mediaType: detectMediaType(facts),
    ...landingPageFields(facts),
  };
}

function landingPageFields(facts: EnrichmentInput): Pick<Derived, 'landingPage' | 'landingPageDomain'> {
  const found = landingPageOfAd(facts);
  if (found !== null) return { landingPage: found.page, landingPageDomain: found.domain };
  const named = facts.landingPageDomain === null ? null : parseLandingPage(facts.landingPageDomain);
  return { landingPage: null, landingPageDomain: named?.domain ?? null };
}

/** Increase when the rules below change. */
const mediaVersion = 1;

/** From the source; else video if there is one, since its stills are listed as images. */
export function detectMediaType(facts: EnrichmentInput): Ad['mediaType'] {
  if (facts.mediaType !== null) return facts.mediaType;
  const shown = [...facts.media, ...facts.cards.flatMap((card) => card.media)];
  if (shown.some(({ type }) => type === 'video')) return 'video';
  if (shown.length > 0) return 'image';
  return facts.format === 'video' || facts.format === 'image' ? facts.format : 'other';
}

export function detectFormat(facts: EnrichmentInput): Ad['format'] {
  if (facts.format !== null) return facts.format;
  return facts.cards.length > 1 ? 'carousel' : detectMediaType(facts);
}
