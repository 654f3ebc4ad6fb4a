import { tagDefinitions } from '../tags.ts';
import { tagsAndTypeOf } from '../wording.ts';
import type { LabelledAd } from './sample.ts';

/** How well the cues do on labelled ads, over all tags of a category. */
export interface Measure {
  readonly category: string;
  /** Tags that the labels give. */
  readonly labelled: number;
  /** Tags that the cues give. */
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

/** The tags that either the labels or the cues give an ad. */
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

/** One line a category, then `all`. */
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

/** The share of ads that get the ad type of their label. */
export function adTypeAccuracy(ads: readonly LabelledAd[]): number {
  const right = ads.filter((ad) => tagsAndTypeOf(wordingOf(ad)).adType === ad.adType);
  return right.length / ads.length;
}

export function wordingOf({ text }: LabelledAd): Parameters<typeof tagsAndTypeOf>[0] {
  return { headlines: [], bodies: [text], description: null, ctaText: null };
}
