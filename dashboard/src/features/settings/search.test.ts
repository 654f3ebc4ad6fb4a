import { expect, test } from 'vitest';
import { readSettingsSearch } from './search.ts';

test('drops invalid parameters', () => {
  const valid = { team: 3, webhook: 1, act: 'key.created' };
  expect(readSettingsSearch({ ...valid, other: 1 })).toEqual(valid);
  expect(readSettingsSearch({ team: '3', webhook: -1, act: '' })).toEqual({});
});
