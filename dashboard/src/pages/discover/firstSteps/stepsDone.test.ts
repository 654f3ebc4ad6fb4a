import { expect, it } from 'vitest';
import type { Rule } from '../../../api/types.ts';
import { stepsDone } from './stepsDone.ts';

const nothing = { hasSearched: false, boards: [], followed: [], rules: [], keys: [], isOwner: false };
const byFollowing = {
  event: 'new_ads',
  companyNames: 'FOLLOWED',
  platforms: [],
  keywords: [],
  frequency: 'instant',
  channels: [{ type: 'inbox', target: null }],
} as unknown as Rule;

it('tells no step as taken by somebody who has just begun, the owner with the first key included', () => {
  const first = { ...nothing, boards: [{ adCount: 0 }], keys: [{ revokedAt: null }], isOwner: true };
  expect(Object.values(stepsDone(first))).toEqual([false, false, false, false, false]);
});

it('tells each step as taken when there is what it leads to', () => {
  expect(stepsDone({ ...nothing, hasSearched: true }).search).toBe(true);
  expect(stepsDone({ ...nothing, boards: [{ adCount: 0 }, { adCount: 1 }] }).save).toBe(true);
  expect(stepsDone({ ...nothing, followed: ['Acme'] }).follow).toBe(true);
  expect(stepsDone({ ...nothing, keys: [{ revokedAt: null }] }).key).toBe(true);
});

it('does not take the rule that comes with following for one that somebody made, until they change it', () => {
  expect(stepsDone({ ...nothing, rules: [byFollowing] }).alert).toBe(false);
  expect(stepsDone({ ...nothing, rules: [{ ...byFollowing, frequency: 'daily' }] }).alert).toBe(true);
  expect(stepsDone({ ...nothing, rules: [byFollowing, { ...byFollowing, keywords: ['sale'] }] }).alert).toBe(
    true,
  );
});
