import { expect, test } from 'vitest';
import { readAlertsSearch, readRuleSearch } from './search.ts';

test('reads valid search parameters of the inbox and drops the rest', () => {
  expect(readAlertsSearch({ tab: 'rules', unread: true, notification: 7 })).toEqual({
    tab: 'rules',
    unread: true,
    notification: 7,
  });
  expect(readAlertsSearch({ tab: 'inbox', unread: 'yes', notification: -1, other: 1 })).toEqual({});
});

test('accepts only the offered periods', () => {
  expect(readRuleSearch({ days: 90 })).toEqual({ days: 90 });
  expect(readRuleSearch({ days: 5000 })).toEqual({});
});

test('reads what a search carries over to a new rule', () => {
  const search = {
    companyNames: ['Acme'],
    platforms: ['tiktok'],
    keywords: ['"free shipping" -kids'],
    threshold: 1000,
    leftOut: ['countries', 'daysRunning'],
  };
  expect(readRuleSearch(search)).toEqual(search);
  expect(readRuleSearch({ companyNames: [] })).toEqual({ companyNames: [] });
  expect(readRuleSearch({ companyNames: 'FOLLOWED' })).toEqual({ companyNames: 'FOLLOWED' });
  expect(readRuleSearch({ platforms: ['myspace'], threshold: -1, leftOut: ['other'] })).toEqual({});
});
