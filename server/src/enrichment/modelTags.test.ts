import { expect, it } from 'vitest';
import { withModelTags } from './modelTags.ts';
import { tagDefinitions } from './tags.ts';
import type { TextAnalysis } from '../ads/enrichment.ts';

const idOf = (name: string): number =>
  tagDefinitions.find(({ shortText }) => shortText === name)?.tagDefinitionId ?? 0;
const [shipping, giveaway, trial] = [idOf('Free shipping'), idOf('Giveaway'), idOf('Free trial')];
const tag = (tagDefinitionId: number, confidence: number) => ({ tagDefinitionId, confidence });
const said = (tags: TextAnalysis['tags'], adType: string | null = 'offer'): TextAnalysis => ({
  language: 'en',
  adType,
  tags,
});

it('a model tag counts as one more cue; tags from rules stay, and unknown ids are ignored', () => {
  const rules = said([tag(shipping, 0.9), tag(trial, 0.6)]);
  expect(withModelTags(rules, [trial, giveaway, giveaway, 999_999, -1, 0.5]).tags).toEqual([
    tag(shipping, 0.9),
    tag(trial, 0.88),
    tag(giveaway, 0.7),
  ]);
  expect(withModelTags(said([tag(trial, 0.99)]), [trial]).tags).toEqual([tag(trial, 0.99)]);
  expect(withModelTags(rules, [])).toEqual(rules);
});

it('an ad keeps twelve tags; model tags do not displace more certain ones', () => {
  const many = tagDefinitions.slice(0, 20).map(({ tagDefinitionId }) => tagDefinitionId);
  const { tags } = withModelTags(said([tag(trial, 0.9)]), many);
  expect(tags).toHaveLength(12);
  expect(tags[0]).toEqual(tag(trial, 0.9));
});

it('the type is recomputed only if the rules found none', () => {
  expect(withModelTags(said([], 'other'), [giveaway]).adType).toBe('giveaway');
  expect(withModelTags(said([], 'other'), []).adType).toBe('other');
  expect(withModelTags(said([], 'offer'), [giveaway]).adType).toBe('offer');
});
