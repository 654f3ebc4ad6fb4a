import { tagDefinitions } from '@magpie/server/enrichment/tags';
import { tagsAndTypeOf } from '@magpie/server/enrichment/wording';
import type { LabelledAd } from './sample.ts';

/** Quality of the cues on labelled ads, per category. */
export interface Measure {
  readonly category: string;
  /** Number of labelled tags. */
  readonly labelled: number;
  /** Number of tags assigned by cues. */
  readonly assigned: number;
  readonly precision: number;
  readonly recall: number;
}

interface Judgement {
  readonly category: string;
  readonly shortText: string;
  readonly labelled: boolean;
  readonly assigned: boolean;
}

const definitions = new Map(tagDefinitions.map((tag) => [tag.tagDefinitionId, tag]));

/** All tags of an ad from labels or cues. */
export function judgementsOf(ad: LabelledAd): Judgement[] {
  const assigned = new Set(tagsAndTypeOf(wordingOf(ad)).tags.map((tag) => tag.tagDefinitionId));
  return [...definitions.values()]
    .map(({ tagDefinitionId, category, shortText }) => ({
      category,
      shortText,
      labelled: ad.tags.has(shortText),
      assigned: assigned.has(tagDefinitionId),
    }))
    .filter((judgement) => judgement.labelled || judgement.assigned);
}

/** One row per category, then `all`. */
export function measuresOf(ads: readonly LabelledAd[]): Measure[] {
  const judgements = ads.flatMap(judgementsOf);
  const categories = [...new Set(tagDefinitions.map(({ category }) => category))];
  const ofCategories = categories.map((category) =>
    measureOf(
      category,
      judgements.filter((judgement) => judgement.category === category),
    ),
  );
  return [...ofCategories, measureOf('all', judgements)];
}

function measureOf(category: string, judgements: readonly Judgement[]): Measure {
  const labelled = judgements.filter((judgement) => judgement.labelled).length;
  const assigned = judgements.filter((judgement) => judgement.assigned).length;
  const right = judgements.filter((judgement) => judgement.labelled && judgement.assigned).length;
  return { category, labelled, assigned, precision: right / assigned, recall: right / labelled };
}

/** The share of ads with the labelled type. */
export function adTypeAccuracy(ads: readonly LabelledAd[]): number {
  const right = ads.filter((ad) => tagsAndTypeOf(wordingOf(ad)).adType === ad.adType);
  return right.length / ads.length;
}

function wordingOf({ text }: LabelledAd): Parameters<typeof tagsAndTypeOf>[0] {
  return { headlines: [], bodies: [text], description: null, ctaText: null };
}
