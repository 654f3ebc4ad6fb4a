import { expect, it } from 'vitest';
import { withModelTags } from './modelTags.ts';
import { tagDefinitions } from './tags.ts';
import type { Said } from './words.ts';

const idOf = (name: string): number =>
  tagDefinitions.find(({ shortText }) => shortText === name)?.tagDefinitionId ?? 0;
const [shipping, giveaway, trial] = [idOf('Free shipping'), idOf('Giveaway'), idOf('Free trial')];
const tag = (tagDefinitionId: number, confidence: number) => ({ tagDefinitionId, confidence });
const said = (tags: Said['tags'], adType: string | null = 'offer'): Said => ({
  language: 'en',
  adType,
  tags,
});

it('a tag that a model names is one cue more; what the rules found stays, and nothing else counts', () => {
  const rules = said([tag(shipping, 0.9), tag(trial, 0.6)]);
  expect(withModelTags(rules, [trial, giveaway, giveaway, 999_999, -1, 0.5]).tags).toEqual([
    tag(shipping, 0.9),
    tag(trial, 0.88),
    tag(giveaway, 0.7),
  ]);
  expect(withModelTags(said([tag(trial, 0.99)]), [trial]).tags).toEqual([tag(trial, 0.99)]);
  expect(withModelTags(rules, [])).toEqual(rules);
});

it('an ad keeps twelve, of which a model may not push out what is surer', () => {
  const many = tagDefinitions.slice(0, 20).map(({ tagDefinitionId }) => tagDefinitionId);
  const { tags } = withModelTags(said([tag(trial, 0.9)]), many);
  expect(tags).toHaveLength(12);
  expect(tags[0]).toEqual(tag(trial, 0.9));
});

it('the type is decided anew where the rules could not tell it, and only there', () => {
  expect(withModelTags(said([], 'other'), [giveaway]).adType).toBe('giveaway');
  expect(withModelTags(said([], 'other'), []).adType).toBe('other');
  expect(withModelTags(said([], 'offer'), [giveaway]).adType).toBe('offer');
});
