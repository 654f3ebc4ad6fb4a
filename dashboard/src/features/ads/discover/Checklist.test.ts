import { expect, it } from 'vitest';
import type { Rule } from '../../../lib/api/types.ts';
import { stepsDone } from './Checklist.tsx';

const nothing = { hasSearched: false, boards: [], followed: [], rules: [], sources: [] };
const byFollowing = {
  event: 'new_ads',
  companyNames: 'FOLLOWED',
  platforms: [],
  keywords: [],
  frequency: 'instant',
  channels: [{ type: 'inbox', target: null }],
} as unknown as Rule;

it('has no step done for a new account, and leaves out for members what only owners can do', () => {
  const first = { ...nothing, boards: [{ adCount: 0 }] };
  expect(Object.keys(stepsDone({ ...first, sources: null }))).not.toContain('add');
  expect(Object.values(stepsDone(first))).toEqual([false, false, false, false, false]);
});

it('has a step done when its result exists', () => {
  expect(stepsDone({ ...nothing, hasSearched: true }).search).toBe(true);
  expect(stepsDone({ ...nothing, boards: [{ adCount: 0 }, { adCount: 1 }] }).save).toBe(true);
  expect(stepsDone({ ...nothing, followed: ['Acme'] }).follow).toBe(true);
  expect(stepsDone({ ...nothing, sources: ['levis'] }).add).toBe(true);
});

it('ignores the rule that following creates, until it is changed', () => {
  expect(stepsDone({ ...nothing, rules: [byFollowing] }).alert).toBe(false);
  expect(stepsDone({ ...nothing, rules: [{ ...byFollowing, frequency: 'daily' }] }).alert).toBe(true);
  expect(stepsDone({ ...nothing, rules: [byFollowing, { ...byFollowing, keywords: ['sale'] }] }).alert).toBe(
    true,
  );
});
