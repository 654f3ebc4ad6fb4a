import { existsSync } from 'node:fs';
import type { Ad } from '@magpie/contract';
import type { Derived, Enrichment, EnrichmentInput } from '../ads/enrichment.ts';
import { parseLandingPage, landingPageOfAd, landingPageVersion } from '../ads/landingPage.ts';
import { createWorkerThread } from '../integrations/workerThread.ts';
import { adTypeVersion } from './adType.ts';
import { languageVersion } from './language.ts';
import type { AddModelTags } from './modelTags.ts';
import { tagDefinitions, tagsVersion } from './tags.ts';
import analyzeInProcess, { type AdTexts, type AnalyzeTexts, type TextAnalysis } from './wording.ts';

/** Derived from the ad itself, deterministically on every machine, and from stored tags of a text model if configured. */
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
  return { format: detectFormat(facts), mediaType: detectMediaType(facts), ...landingPageFields(facts) };
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

/** Exists in the build only; tests run from sources without it. */
const workerFile = new URL('wording.js', import.meta.url);

/** Uses another thread, since analysis takes a third of an import's CPU time. */
export function createTextAnalyzer(): AnalyzeTexts {
  if (!existsSync(workerFile)) return analyzeInProcess;
  const { run } = createWorkerThread<AdTexts[], Awaited<ReturnType<AnalyzeTexts>>>({
    file: workerFile,
    // The language model and the cues take 60 MB.
    idleMilliseconds: 20_000,
    maxYoungMegabytes: 32,
  });
  return (ads) => run(ads.map(pickTexts));
}

function pickTexts({ language, headlines, bodies, description, ctaText, cards }: AdTexts): AdTexts {
  return {
    language,
    headlines,
    bodies,
    description,
    ctaText,
    cards: cards.map(({ headline, body, description: more }) => ({ headline, body, description: more })),
  };
}
