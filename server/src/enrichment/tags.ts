import type { AssignedTag, TagDefinition } from '../ads/enrichment.ts';
import type { Cues, Meaning } from './tagMatcher.ts';
import { angle } from './taxonomy/angle.ts';
import { audience } from './taxonomy/audience.ts';
import type { TagCategory } from './taxonomy/category.ts';
import { desire } from './taxonomy/desire.ts';
import { emotion } from './taxonomy/emotion.ts';
import { hook } from './taxonomy/hook.ts';
import { french } from './taxonomy/languages/french.ts';
import { german } from './taxonomy/languages/german.ts';
import { japanese } from './taxonomy/languages/japanese.ts';
import { korean } from './taxonomy/languages/korean.ts';
import { portuguese } from './taxonomy/languages/portuguese.ts';
import { spanish } from './taxonomy/languages/spanish.ts';
import { nextStep } from './taxonomy/nextStep.ts';
import { objection } from './taxonomy/objection.ts';
import { occasion } from './taxonomy/occasion.ts';
import { offer } from './taxonomy/offer.ts';
import { proof } from './taxonomy/proof.ts';
import { story } from './taxonomy/story.ts';

/** Increase when results change, so that older ads are updated. */
export const tagsVersion = 1;

/** More tags would not be meaningful. */
export const maxTags = 12;

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

export const tagDefinitions: readonly TagDefinition[] = taxonomy.flatMap(({ category, tags }) =>
  tags.map(({ id, shortText }) => ({ tagDefinitionId: id, category, shortText })),
);

const ids: ReadonlySet<number> = new Set(tagDefinitions.map(({ tagDefinitionId }) => tagDefinitionId));

export function isTag(id: number): boolean {
  return ids.has(id);
}

/** The cues of each tag. */
export function* cuesOfTags(): Generator<[id: number, cues: Cues]> {
  for (const { tags } of taxonomy) for (const tag of tags) yield [tag.id, tag];
  for (const language of [german, french, spanish, portuguese, japanese, korean]) {
    for (const [id, cues] of Object.entries(language)) yield [Number(id), cues];
  }
}

/** The meanings that are tags, in order. */
export function tagsAmong(meanings: readonly Meaning[]): AssignedTag[] {
  const tags: AssignedTag[] = [];
  for (const { id, confidence } of meanings) {
    if (id > 0 && tags.length < maxTags) tags.push({ tagDefinitionId: id, confidence });
  }
  return tags;
}
