import { describe, expect, it, test } from 'vitest';
import type { Rule } from '../../lib/api/types.ts';
import {
  ruleDraft,
  missingHint,
  newDraft,
  prefilledDraft,
  saveInput,
  testInput,
  withEvent,
} from './draft.ts';
import { readIssue } from '../../lib/errors.ts';
import { describeBrands, describeIssue, describeRule, suggestName } from './sentence.ts';

const rule: Rule = {
  id: 4,
  name: 'Shipping',
  enabled: true,
  event: 'copy_matches',
  companyNames: ['Nike', 'Adidas'],
  platforms: ['tiktok', 'youtube'],
  keywords: ['"free shipping"', 'sale -kids'],
  threshold: null,
  timesUsual: 3,
  frequency: 'weekly',
  channels: [
    { type: 'inbox', target: null },
    { type: 'email', target: null },
    { type: 'webhook', target: 'https://hooks.example.com/a/b' },
  ],
  lastFiredAt: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
};

describe('a rule', () => {
  it('is described completely in one sentence', () => {
    expect(describeRule(rule)).toBe(
      'When Nike or Adidas launches or rewrites ads that now mention “free shipping” or sale but not kids on TikTok or YouTube, notify me once a week via inbox, email, and webhook to hooks.example.com.',
    );
  });

  it('starts with what a search carries over', () => {
    expect(prefilledDraft({})).toEqual(newDraft);
    expect(
      describeRule(prefilledDraft({ companyNames: [], keywords: ['sale'], platforms: ['tiktok'] })),
    ).toBe('When any brand launches new ads that mention sale on TikTok, notify me immediately via inbox.');
    expect(describeRule(prefilledDraft({ companyNames: ['Acme'], threshold: 500 }))).toBe(
      'When Acme has ads that reach more than 500 people, notify me immediately via inbox.',
    );
  });

  it('omits criteria that restrict nothing', () => {
    expect(describeRule(newDraft)).toBe(
      'When a brand I follow launches new ads, notify me immediately via inbox.',
    );
    expect(describeRule({ ...newDraft, companyNames: [], event: 'reach_above', threshold: 500 })).toBe(
      'When any brand has ads that reach more than 500 people, notify me immediately via inbox.',
    );
    expect(describeRule({ ...newDraft, event: 'reach_above', threshold: 500, keywords: ['sale'] })).toContain(
      'more than 500 people and mention sale,',
    );
    expect(describeRule({ ...withEvent(newDraft, 'momentum'), keywords: ['sale'] })).toBe(
      'When a brand I follow launches at least 5 ads within 7 days, at least 3 times as many as usual, notify me immediately via inbox.',
    );
  });

  it('shortens long lists of names', () => {
    expect(describeBrands(['A', 'B', 'C'])).toBe('A, B, or C');
    expect(describeBrands(['A', 'B', 'C', 'D'])).toBe('A, B, or 2 others');
  });

  it('is saved unchanged after a round trip', () => {
    const { name, event, companyNames, platforms, keywords, threshold, timesUsual, frequency } = rule;
    expect(saveInput(ruleDraft(rule), 'Suggested')).toEqual({
      name,
      event,
      companyNames,
      platforms,
      keywords,
      threshold,
      timesUsual,
      frequency,
      channels: [{ type: 'inbox' }, { type: 'email' }, rule.channels[2]],
    });
  });

  it('gets the suggested name if it has none, within the maximum length', () => {
    expect(saveInput(newDraft, suggestName(newDraft)).name).toBe('New ads from brands I follow');
    expect(suggestName({ ...newDraft, companyNames: ['x'.repeat(200)] })).toHaveLength(120);
  });

  it('has a reach only if its event needs one', () => {
    const reach = withEvent(newDraft, 'reach_above');
    expect(testInput(reach, 30)).toMatchObject({ event: 'reach_above', threshold: 10_000, days: 30 });
    expect(testInput(withEvent(reach, 'new_ads'), 30).threshold).toBeNull();
    expect(missingHint({ ...reach, threshold: null })).not.toBeNull();
    const burst = withEvent({ ...reach, keywords: ['sale'] }, 'momentum');
    expect(testInput(burst, 30)).toMatchObject({ threshold: 5, timesUsual: 3, keywords: [] });
    expect(testInput({ ...burst, timesUsual: 1.5 }, 30).timesUsual).toBe(1.5);
    expect(missingHint({ ...burst, threshold: null })).not.toBeNull();
    expect(missingHint(withEvent(newDraft, 'copy_matches'))).not.toBeNull();
    const claim = withEvent({ ...newDraft, keywords: ['sale'] }, 'claim');
    expect(testInput(claim, 30)).toMatchObject({ event: 'claim', threshold: null, keywords: [] });
    expect(missingHint(claim)).toBeNull();
    expect(missingHint({ ...claim, companyNames: [] })).not.toBeNull();
    expect(missingHint(newDraft)).toBeNull();
  });
});

test('shows validation issues under the label of the field', () => {
  const path = 'channels.1.target';
  expect(describeIssue(readIssue({ path, message: `${path} must be a deliverable address.` }))).toBe(
    'Notify via: must be a deliverable address.',
  );
  expect(
    describeIssue(
      readIssue({
        path: 'keywords',
        message: 'keywords must contain at least one keyword for this event.',
      }),
    ),
  ).toBe('Keywords: must contain at least one keyword for this event.');
  expect(describeIssue(readIssue({ path: 'other', message: 'other is wrong.' }))).toBe('other is wrong.');
});
