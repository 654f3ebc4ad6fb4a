import type { AssignedTag } from '../ads/enrichment.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { chooseAdType, otherType } from './adType.ts';
import { maxConfidence } from './tagMatcher.ts';
import { isTag, maxTags } from './tags.ts';
import { hashOfTexts, listTaggableTexts, type TaggableTexts } from './tagTexts.ts';
import { hasTextTags, findTextTags } from './textTags.sql.ts';
import type { TextAnalysis } from '../ads/enrichment.ts';

/** A model's tag weighs more than a likely cue and less than a sure one. */
const weight = 0.7;

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

export type AddModelTags = (
  tx: Postgres,
  ads: readonly TaggableTexts[],
  analyses: readonly TextAnalysis[],
) => Promise<readonly TextAnalysis[]>;

/** Without a model, checks once per process whether there are stored tags from earlier. */
export function createModelTagger(hasModel: boolean): AddModelTags {
  let isUsed = hasModel ? true : undefined;
  return async (tx, ads, analyses) => {
    isUsed ??= await hasTextTags(tx);
    return isUsed ? addStoredTags(tx, ads, analyses) : analyses;
  };
}

const addStoredTags: AddModelTags = async (tx, ads, analyses) => {
  const hashes = ads.map((ad) => hashOfTexts(listTaggableTexts(ad)));
  const stored = await tagsByText(
    tx,
    hashes.filter((hash) => hash !== null),
  );
  return analyses.map((each, index) => {
    const hash = hashes[index] ?? null;
    if (hash === null) return { ...each, isModelTaggingDone: true };
    const named = stored.get(hash);
    return named === undefined ? each : { ...withModelTags(each, named), isModelTaggingDone: true };
  });
};

export async function tagsByText(db: Postgres, hashes: readonly string[]) {
  const rows = hashes.length === 0 ? [] : await findTextTags(db, [...new Set(hashes)]);
  return new Map(rows.map(({ textHash, tags }) => [textHash, tags]));
}
