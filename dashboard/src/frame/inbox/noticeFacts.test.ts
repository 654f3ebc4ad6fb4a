import { expect, test } from 'vitest';
import { factsOf } from './noticeFacts.ts';

test('a notification tells its facts, and of what is not as expected only what is sure', () => {
  const companies = [{ advertiserId: 1, name: 'Nike', adCount: 3 }];
  const data = {
    ruleName: 'Sales',
    adCount: 12_000,
    companyCount: 1,
    companies,
    landingPages: ['https://nike.com/a'],
  };
  expect(factsOf({ adHashes: ['a'], data })).toEqual(data);
  expect(factsOf({ adHashes: ['a', 'b'], data: { companies: [null, { name: 1 }], adCount: '3' } })).toEqual({
    ruleName: 'A rule',
    adCount: 2,
    companyCount: 0,
    companies: [],
    landingPages: [],
  });
});
