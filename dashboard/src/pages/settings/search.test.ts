import { expect, test } from 'vitest';
import { readSettingsSearch } from './search.ts';

test('keeps what it understands and leaves the rest out', () => {
  const whole = { team: 3, webhook: 1, act: 'key.created' };
  expect(readSettingsSearch({ ...whole, other: 1 })).toEqual(whole);
  expect(readSettingsSearch({ team: '3', webhook: -1, act: '' })).toEqual({});
});
