import { z } from 'zod';
import { readLabelledSet, type Quality } from '../qualityTable.ts';
import { loadLanguages } from '@magpie/server/enrichment/language';
import { tagDefinitions } from '@magpie/server/enrichment/tags';
import { findTagsAndType } from '@magpie/server/enrichment/wording';

/**
 * Ad texts written for this purpose and labelled before there were cues. A label is a careful reader's judgement and is
 * never changed to match a cue.
 */
const labelledAd = z.strictObject({
  language: z.string(),
  text: z.string(),
  adType: z.string(),
  /** By their shortText. */
  tags: z.array(z.string()),
});
export type LabelledAd = z.infer<typeof labelledAd>;

/** Cues may be improved with this half; the reported quality is measured on the other. */
export const tuning = readLabelledSet('tags.tuning', labelledAd);
export const heldOut = readLabelledSet('tags.heldOut', labelledAd);

await loadLanguages();

interface Judgement {
  readonly category: string;
  readonly shortText: string;
  readonly labelled: boolean;
  readonly assigned: boolean;
}

const definitions = new Map(tagDefinitions.map((tag) => [tag.tagDefinitionId, tag]));

/** All tags of an ad from labels or cues. */
export function judgeAd(ad: LabelledAd): Judgement[] {
  const assigned = new Set(findTagsAndType(toWording(ad)).tags.map((tag) => tag.tagDefinitionId));
  return [...definitions.values()]
    .map(({ tagDefinitionId, category, shortText }) => ({
      category,
      shortText,
      labelled: ad.tags.includes(shortText),
      assigned: assigned.has(tagDefinitionId),
    }))
    .filter((judgement) => judgement.labelled || judgement.assigned);
}

/** One row per category, then one per language, then `all`. */
export function measureTags(ads: readonly LabelledAd[]): Quality[] {
  const judgements = ads.flatMap(judgeAd);
  const categories = [...new Set(tagDefinitions.map(({ category }) => category))];
  const languages = [...new Set(ads.map(({ language }) => language))];
  return [
    ...categories.map((name) =>
      measure(
        name,
        judgements.filter(({ category }) => category === name),
      ),
    ),
    ...languages.map((name) =>
      measure(name, ads.filter(({ language }) => language === name).flatMap(judgeAd)),
    ),
    measure('all', judgements),
  ];
}

function measure(name: string, judgements: readonly Judgement[]): Quality {
  const labelled = judgements.filter((judgement) => judgement.labelled).length;
  const assigned = judgements.filter((judgement) => judgement.assigned).length;
  const right = judgements.filter((judgement) => judgement.labelled && judgement.assigned).length;
  return { name, labelled, found: assigned, precision: right / assigned, recall: right / labelled };
}

export function adTypeAccuracy(ads: readonly LabelledAd[]): number {
  const right = ads.filter((ad) => findTagsAndType(toWording(ad)).adType === ad.adType);
  return right.length / ads.length;
}

function toWording({ text }: LabelledAd): Parameters<typeof findTagsAndType>[0] {
  return { language: null, headlines: [], bodies: [text], description: null, ctaText: null, cards: [] };
}
