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
