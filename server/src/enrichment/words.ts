import type { Derived, Facts } from '../ads/enrichment.ts';
import { languageOf, loadLanguages, type Spoken } from './language.ts';
import { tagsAndTypeOf } from './wording.ts';

/** What of an ad is read, as it travels to the thread that reads. */
export type Words = Spoken & Pick<Facts, 'ctaText'>;

/** What its words say. */
export type Said = Pick<Derived, 'language' | 'adType' | 'tags' | 'isAskedAbout'>;

export type ReadWords = (ads: readonly Words[]) => Promise<readonly Said[]>;

export const readHere: ReadWords = async (ads) => {
  await loadLanguages();
  return ads.map((words) => ({ language: languageOf(words), ...tagsAndTypeOf(words) }));
};
