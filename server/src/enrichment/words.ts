import type { Derived, EnrichmentInput } from '../ads/enrichment.ts';
import { languageOf, loadLanguages, type LanguageInput } from './language.ts';
import { tagsAndTypeOf } from './wording.ts';

/** The texts of an ad that are analysed and sent to the thread. */
export type AdTexts = LanguageInput & Pick<EnrichmentInput, 'ctaText'>;

/** The result of analysing an ad's texts. */
export type TextAnalysis = Pick<Derived, 'language' | 'adType' | 'tags' | 'isModelTaggingDone'>;

export type AnalyzeTexts = (ads: readonly AdTexts[]) => Promise<readonly TextAnalysis[]>;

export const analyzeInProcess: AnalyzeTexts = async (ads) => {
  await loadLanguages();
  return ads.map((words) => ({ language: languageOf(words), ...tagsAndTypeOf(words) }));
};
