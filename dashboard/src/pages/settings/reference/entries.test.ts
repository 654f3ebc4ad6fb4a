import { procedures } from '@magpie/contract';
import { expect, test } from 'vitest';
import { matching, routers } from './entries.ts';

const namesOf = (search: string): string[] =>
  matching(routers, search).flatMap(({ entries }) => entries.map(({ name }) => name));

test('every procedure of the contract is in it, once', () => {
  expect(namesOf('')).toEqual([...procedures.keys()]);
});

test('it is searched by name, by sentence and by field, every word of it', () => {
  expect(namesOf('apikeys.create')).toEqual(['apiKeys.create']);
  expect(namesOf('revoke key')).toContain('apiKeys.revoke');
  expect(namesOf('windowDays')).toContain('trending.topAdvertisers');
  expect(namesOf('nothing has this')).toEqual([]);
});
