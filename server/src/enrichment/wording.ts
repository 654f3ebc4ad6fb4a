import type { Derived } from '../ads/enrichment.ts';
import { chooseAdType, cuesOfAdTypes } from './adType.ts';
import { createMatcher } from './tagMatcher.ts';
import { cuesOfTags, tagsAmong } from './tags.ts';
import { textsOf, type TaggableTexts } from './tagTexts.ts';

/** One matcher for tags and types, so that texts are read once. */
const match = createMatcher([...cuesOfTags(), ...cuesOfAdTypes()]);

/**
 * The tags of an ad, highest confidence first, ties by id; and its type, `null` without text.
 * Deterministic.
 */
export function tagsAndTypeOf(wording: TaggableTexts): Pick<Derived, 'tags' | 'adType'> {
  const texts = textsOf(wording);
  if (texts.length === 0) return { tags: [], adType: null };
  const meanings = match(texts);
  const tags = tagsAmong(meanings);
  return { tags, adType: chooseAdType(meanings, tags) };
}
