import { describe, expect, it, test } from 'vitest';
import type { Rule } from '../../api/types.ts';
import { draftOf, missingIn, newDraft, savedInput, triedInput, withEvent } from './draft.ts';
import { sayCompanies, sayProblem, sayRule, suggestName } from './sentence.ts';

const rule: Rule = {
  id: 4,
  name: 'Shipping',
  enabled: true,
  event: 'copy_matches',
  companyNames: ['Nike', 'Adidas'],
  platforms: ['tiktok', 'youtube'],
  keywords: ['"free shipping"', 'sale -kids'],
  threshold: null,
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
  it('reads as a sentence that says all of what it does', () => {
    expect(sayRule(rule)).toBe(
      'When Nike or Adidas launches or rewrites ads that now mention “free shipping” or sale but not kids on TikTok or YouTube, tell me once a week by inbox, e-mail, and webhook to hooks.example.com.',
    );
  });

  it('does not say what restricts nothing', () => {
    expect(sayRule(newDraft)).toBe('When a company I follow launches new ads, tell me at once by inbox.');
    expect(sayRule({ ...newDraft, companyNames: [], event: 'reach_above', threshold: 500 })).toBe(
      'When any company has ads that reach more than 500 people, tell me at once by inbox.',
    );
    expect(sayRule({ ...newDraft, event: 'reach_above', threshold: 500, keywords: ['sale'] })).toContain(
      'more than 500 people and mention sale,',
    );
  });

  it('counts what would be too many names', () => {
    expect(sayCompanies(['A', 'B', 'C'])).toBe('A, B, or C');
    expect(sayCompanies(['A', 'B', 'C', 'D'])).toBe('A, B, or 2 others');
  });

  it('is saved as it was read', () => {
    const { name, event, companyNames, platforms, keywords, threshold, frequency } = rule;
    expect(savedInput(draftOf(rule), 'Suggested')).toEqual({
      name,
      event,
      companyNames,
      platforms,
      keywords,
      threshold,
      frequency,
      channels: [{ type: 'inbox' }, { type: 'email' }, rule.channels[2]],
    });
  });

  it('takes the suggested name where it has none of its own, never a longer one than the server takes', () => {
    expect(savedInput(newDraft, suggestName(newDraft)).name).toBe('New ads of companies I follow');
    expect(suggestName({ ...newDraft, companyNames: ['x'.repeat(200)] })).toHaveLength(120);
  });

  it('asks for a reach where its event needs one, and forgets it where none does', () => {
    const reach = withEvent(newDraft, 'reach_above');
    expect(triedInput(reach, 30)).toMatchObject({ event: 'reach_above', threshold: 10_000, days: 30 });
    expect(triedInput(withEvent(reach, 'new_ads'), 30).threshold).toBeNull();
    expect(missingIn({ ...reach, threshold: null })).not.toBeNull();
    expect(missingIn(withEvent(newDraft, 'copy_matches'))).not.toBeNull();
    expect(missingIn(newDraft)).toBeNull();
  });
});

test('what the server refuses is told under the name that the field has on the page', () => {
  const path = 'channels.1.target';
  expect(sayProblem({ path, message: `${path} must be an address that mail reaches.` })).toBe(
    'Where to tell: must be an address that mail reaches.',
  );
  const message = 'keywords must have at least one keyword, since the event is copy_matches.';
  expect(sayProblem({ path: 'keywords', message })).toBe('Words: must have at least one keyword.');
  expect(sayProblem({ path: 'other', message: 'other is wrong.' })).toBe('other is wrong.');
});
