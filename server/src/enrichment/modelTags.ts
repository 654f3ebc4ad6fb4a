import type { AssignedTag } from '../ads/enrichment.ts';
import { chooseAdType, otherType } from './adType.ts';
import { isTag, maxTags } from './tags.ts';
import type { TextAnalysis } from './words.ts';

/** A model's tag weighs more than a likely cue and less than a sure one. */
const weight = 0.7;
/** The same maximum as for cues. */
const maxConfidence = 0.99;

/**
 * Adds a model's tags, each as one more cue. Tags from the rules stay, since a tag missing in the response is no evidence
 * against it. The ad type is recomputed only if the rules found none.
 */
export function withModelTags(analysis: TextAnalysis, named: readonly number[]): TextAnalysis {
  const confidences = new Map(
    analysis.tags.map(({ tagDefinitionId, confidence }) => [tagDefinitionId, confidence]),
  );
  for (const id of new Set(named)) {
    if (isTag(id)) confidences.set(id, combineConfidence(confidences.get(id) ?? 0));
  }
  const tags = [...confidences]
    .map(([tagDefinitionId, confidence]): AssignedTag => ({ tagDefinitionId, confidence }))
    .toSorted(
      (one, other) => other.confidence - one.confidence || one.tagDefinitionId - other.tagDefinitionId,
    )
    .slice(0, maxTags);
  return {
    ...analysis,
    tags,
    adType: analysis.adType === otherType ? chooseAdType([], tags) : analysis.adType,
  };
}

function combineConfidence(confidence: number): number {
  const doubt = (1 - confidence) * (1 - weight);
  return Math.min(Math.round((1 - doubt) * 100) / 100, maxConfidence);
}
