import type { AdType } from '@magpie/contract';
import type { AssignedTag } from '../ads/enrichment.ts';
import type { CuedMeaning, Cues, Meaning } from './tagMatcher.ts';
import { tagDefinitions } from './tags.ts';
import adTypeRules from './taxonomy/adTypes.json' with { type: 'json' };

/** Increase when results change, so that older ads are updated. */
export const adTypeVersion = 2;

interface Rule extends Cues {
  readonly strongly?: readonly string[] | undefined;
  readonly fairly?: readonly string[] | undefined;
  readonly weakly?: readonly string[] | undefined;
}

const weights = { strongly: 0.9, fairly: 0.7, weakly: 0.45 } as const;

/** Most specific types first: on ties the first wins. */
const rulesByType: Readonly<Record<Exclude<AdType, 'other'>, Rule>> = adTypeRules;
const rules: readonly (readonly [adType: string, rule: Rule])[] = Object.entries(rulesByType);

export const otherType = 'other' satisfies AdType;

/** Negative, because tags have positive ids. The function is its own inverse. */
const idOfRule = (index: number): number => -1 - index;

export function* cuesOfAdTypes(): Generator<CuedMeaning> {
  for (const [index, [, rule]] of rules.entries()) yield [idOfRule(index), rule, 'en'];
}

const rulesByTag = rulesOfTags();
const minScore = 0.4;

/** The type with the most evidence, combined like cues: 1 − Π(1 − weight). */
export function chooseAdType(meanings: readonly Meaning[], tags: readonly AssignedTag[]): string {
  const doubts = rules.map(() => 1);
  const speakFor = (index: number, weight: number): void => {
    doubts[index] = (doubts[index] ?? 1) * (1 - weight);
  };
  for (const { tagDefinitionId, confidence } of tags) {
    for (const [index, weight] of rulesByTag.get(tagDefinitionId) ?? []) speakFor(index, weight * confidence);
  }
  for (const { id, confidence } of meanings) if (id < 0) speakFor(idOfRule(id), confidence);
  const least = Math.min(...doubts);
  return 1 - least < minScore ? otherType : (rules[doubts.indexOf(least)]?.[0] ?? otherType);
}

function rulesOfTags(): Map<number, Map<number, number>> {
  const byTag = new Map<number, Map<number, number>>();
  for (const [index, [, rule]] of rules.entries()) {
    for (const strength of ['strongly', 'fairly', 'weakly'] as const) {
      for (const id of (rule[strength] ?? []).map(idOfTag)) {
        byTag.set(id, (byTag.get(id) ?? new Map<number, number>()).set(index, weights[strength]));
      }
    }
  }
  return byTag;
}

function idOfTag(name: string): number {
  const tag = tagDefinitions.find(({ shortText }) => shortText === name);
  if (tag === undefined) throw new Error(`An ad type rule uses the undefined tag “${name}”.`);
  return tag.tagDefinitionId;
}
