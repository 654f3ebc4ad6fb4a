import { expect, test } from 'vitest';
import { noticeFacts } from './NoticeRow.tsx';

test('reads the facts of a notification, with defaults for those without a rule', () => {
  const companies = [{ advertiserId: 1, name: 'Nike', adCount: 3 }];
  const data = {
    ruleName: 'Sales',
    adCount: 12_000,
    companyCount: 1,
    companies,
    landingPages: ['https://nike.com/a'],
  };
  expect(noticeFacts({ adHashes: ['a'], data: { event: 'landing_page_new', ...data } })).toEqual(data);
  expect(noticeFacts({ adHashes: ['a', 'b'], data: {} })).toEqual({
    ruleName: 'A rule',
    adCount: 2,
    companyCount: 0,
    companies: [],
    landingPages: [],
  });
  const disabled = { webhookId: 7, url: 'https://example.com/hook', reason: 'It responded with 410.' };
  expect(noticeFacts({ adHashes: [], data: disabled }).ruleName).toBe('Webhook');
});
