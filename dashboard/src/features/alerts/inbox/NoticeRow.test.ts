import { expect, test } from 'vitest';
import { noticeFacts } from './NoticeRow.tsx';

test('reads the facts of a notification, with defaults for malformed ones', () => {
  const companies = [{ advertiserId: 1, name: 'Nike', adCount: 3 }];
  const data = {
    ruleName: 'Sales',
    adCount: 12_000,
    companyCount: 1,
    companies,
    landingPages: ['https://nike.com/a'],
  };
  expect(noticeFacts({ adHashes: ['a'], data })).toEqual(data);
  expect(
    noticeFacts({ adHashes: ['a', 'b'], data: { companies: [null, { name: 1 }], adCount: '3' } }),
  ).toEqual({
    ruleName: 'A rule',
    adCount: 2,
    companyCount: 0,
    companies: [],
    landingPages: [],
  });
});
