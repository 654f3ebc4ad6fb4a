import type { Derived } from '../ads/enrichment.ts';
import { adTypeAmong, cuesOfAdTypes } from './adType.ts';
import { matcherOf } from './tagMatcher.ts';
import { cuesOfTags, tagsAmong } from './tags.ts';
import { textsOf, type Wording } from './tagTexts.ts';

/** One for both, so that the words of an ad are read once. */
const match = matcherOf([...cuesOfTags(), ...cuesOfAdTypes()]);

/**
 * What an ad says: its tags, highest confidence first, ties by id; and its type, `null` when there is no text to judge by.
 * The same words give the same everywhere.
 */
export function tagsAndTypeOf(wording: Wording): Pick<Derived, 'tags' | 'adType'> {
  const texts = textsOf(wording);
  if (texts.length === 0) return { tags: [], adType: null };
  const meanings = match(texts);
  const tags = tagsAmong(meanings);
  return { tags, adType: adTypeAmong(meanings, tags) };
}
