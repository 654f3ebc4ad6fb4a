import { expect, test } from 'vitest';
import { readAlertsSearch, readRuleSearch } from './search.ts';

test('an address of the inbox keeps what it means and drops what it does not', () => {
  expect(readAlertsSearch({ tab: 'rules', unread: true, notification: 7 })).toEqual({
    tab: 'rules',
    unread: true,
    notification: 7,
  });
  expect(readAlertsSearch({ tab: 'inbox', unread: 'yes', notification: -1, other: 1 })).toEqual({});
});

test('a rule is tried over days that are offered', () => {
  expect(readRuleSearch({ days: 90 })).toEqual({ days: 90 });
  expect(readRuleSearch({ days: 5000 })).toEqual({});
});
