import type { Derived, EnrichmentInput, TextAnalysis } from '../ads/enrichment.ts';
import { chooseAdType, cuesOfAdTypes } from './adType.ts';
import { detectLanguage, guessLanguage, loadLanguages, type LanguageInput } from './language.ts';
import { createMatcher } from './tagMatcher.ts';
import { cuesOfTags, tagsAmong } from './tags.ts';
import { listTaggableTexts } from './tagTexts.ts';

/** One matcher for tags and types, so that texts are read once. */
const match = createMatcher([...cuesOfTags(), ...cuesOfAdTypes()]);

/** `loadLanguages` must be awaited first. */
export function findTagsAndType(wording: AdTexts): Pick<Derived, 'tags' | 'adType'> {
  const texts = listTaggableTexts(wording);
  if (texts.length === 0) return { tags: [], adType: null };
  const meanings = match(texts, guessLanguage(wording));
  const tags = tagsAmong(meanings);
  return { tags, adType: chooseAdType(meanings, tags) };
}

export type AdTexts = LanguageInput & Pick<EnrichmentInput, 'ctaText'>;

export type AnalyzeTexts = typeof analyzeInProcess;

export async function analyzeInProcess(ads: readonly AdTexts[]): Promise<readonly TextAnalysis[]> {
  await loadLanguages();
  return ads.map((words) => ({ language: detectLanguage(words), ...findTagsAndType(words) }));
}
