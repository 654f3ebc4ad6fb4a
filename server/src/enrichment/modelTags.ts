import type { AssignedTag } from '../ads/enrichment.ts';
import { adTypeAmong, otherType } from './adType.ts';
import { isTag, mostTags } from './tags.ts';
import type { Said } from './words.ts';

/** What a model says weighs more than a likely cue and less than a sure one. */
const weight = 0.7;
/** Cues never make surer. */
const mostConfidence = 0.99;

/**
 * What an ad says with the tags that a text model named: as one cue more for each. What the rules found stays, since that a
 * model does not name a tag says nothing. The type is decided anew where the rules could not tell it.
 */
export function withModelTags(said: Said, named: readonly number[]): Said {
  const confidences = new Map(
    said.tags.map(({ tagDefinitionId, confidence }) => [tagDefinitionId, confidence]),
  );
  for (const id of new Set(named)) {
    if (isTag(id)) confidences.set(id, surer(confidences.get(id) ?? 0));
  }
  const tags = [...confidences]
    .map(([tagDefinitionId, confidence]): AssignedTag => ({ tagDefinitionId, confidence }))
    .toSorted(
      (one, other) => other.confidence - one.confidence || one.tagDefinitionId - other.tagDefinitionId,
    )
    .slice(0, mostTags);
  return { ...said, tags, adType: said.adType === otherType ? adTypeAmong([], tags) : said.adType };
}

function surer(confidence: number): number {
  const doubt = (1 - confidence) * (1 - weight);
  return Math.min(Math.round((1 - doubt) * 100) / 100, mostConfidence);
}
