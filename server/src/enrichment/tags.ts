import type { AssignedTag, TagDefinition } from '../ads/enrichment.ts';
import { idiomId, type CuedMeaning, type Cues, type Meaning } from './tagMatcher.ts';
import angle from './taxonomy/angle.json' with { type: 'json' };
import audience from './taxonomy/audience.json' with { type: 'json' };
import desire from './taxonomy/desire.json' with { type: 'json' };
import emotion from './taxonomy/emotion.json' with { type: 'json' };
import hook from './taxonomy/hook.json' with { type: 'json' };
import idioms from './taxonomy/idioms.json' with { type: 'json' };
import dutch from './taxonomy/languages/dutch.json' with { type: 'json' };
import french from './taxonomy/languages/french.json' with { type: 'json' };
import german from './taxonomy/languages/german.json' with { type: 'json' };
import international from './taxonomy/languages/international.json' with { type: 'json' };
import italian from './taxonomy/languages/italian.json' with { type: 'json' };
import japanese from './taxonomy/languages/japanese.json' with { type: 'json' };
import korean from './taxonomy/languages/korean.json' with { type: 'json' };
import polish from './taxonomy/languages/polish.json' with { type: 'json' };
import portuguese from './taxonomy/languages/portuguese.json' with { type: 'json' };
import spanish from './taxonomy/languages/spanish.json' with { type: 'json' };
import nextStep from './taxonomy/nextStep.json' with { type: 'json' };
import objection from './taxonomy/objection.json' with { type: 'json' };
import occasion from './taxonomy/occasion.json' with { type: 'json' };
import offer from './taxonomy/offer.json' with { type: 'json' };
import proof from './taxonomy/proof.json' with { type: 'json' };
import story from './taxonomy/story.json' with { type: 'json' };

/** Increase when results change, so that older ads are updated. */
export const tagsVersion = 8;

export const maxTags = 12;

/**
 * A tag and its cues. Ids are stored in ads, filters and leaderboards: never reuse the id of a removed tag, and give a
 * tag whose meaning changes a new id.
 */
interface CuedTag extends Cues {
  readonly id: number;
  readonly shortText: string;
}

interface TagCategory {
  readonly category: string;
  readonly tags: readonly CuedTag[];
}

const taxonomy: readonly TagCategory[] = [
  angle,
  emotion,
  desire,
  hook,
  offer,
  proof,
  audience,
  objection,
  occasion,
  story,
  nextStep,
];

/** Cues of the most common tags in other languages, by id. */
const translations: Readonly<Record<string, Readonly<Record<string, Cues>>>> = {
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  nl: dutch,
  it: italian,
  pl: polish,
  ja: japanese,
  ko: korean,
};

/** Where a negated cue means nothing, or the opposite. Desires and objections are not: "no acne" promises clear skin. */
const negatableCategories: ReadonlySet<string> = new Set([
  'ad angle',
  'emotion',
  'offer',
  'proof',
  'audience',
  'next step',
]);

const negatableTags: ReadonlySet<number> = new Set(
  taxonomy.flatMap(({ category, tags }) =>
    negatableCategories.has(category) ? tags.map(({ id }) => id) : [],
  ),
);

export const tagDefinitions: readonly TagDefinition[] = taxonomy.flatMap(({ category, tags }) =>
  tags.map(({ id, shortText }) => ({ tagDefinitionId: id, category, shortText })),
);

const ids: ReadonlySet<number> = new Set(tagDefinitions.map(({ tagDefinitionId }) => tagDefinitionId));

export function isTag(id: number): boolean {
  return ids.has(id);
}

export function* cuesOfTags(): Generator<CuedMeaning> {
  for (const { tags } of taxonomy) for (const tag of tags) yield cuedMeaning(tag.id, tag, 'en');
  for (const [id, cues] of Object.entries<Cues>(international)) yield cuedMeaning(Number(id), cues, null);
  for (const [language, tags] of Object.entries(translations)) {
    for (const [id, cues] of Object.entries(tags)) yield cuedMeaning(Number(id), cues, language);
  }
  for (const [language, not] of Object.entries(idioms)) yield [idiomId, { not }, language];
}

const cuedMeaning = (id: number, cues: Cues, language: string | null): CuedMeaning => [
  id,
  cues,
  language,
  negatableTags.has(id),
];

export function tagsAmong(meanings: readonly Meaning[]): AssignedTag[] {
  const tags: AssignedTag[] = [];
  for (const { id, confidence } of meanings) {
    if (id > 0 && tags.length < maxTags) tags.push({ tagDefinitionId: id, confidence });
  }
  return tags;
}
