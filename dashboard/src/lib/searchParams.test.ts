import { expect, test } from 'vitest';
import { omitUndefined, onlyKnown, parseAmount } from './searchParams.ts';

const read = onlyKnown(({ from }) => omitUndefined({ from: parseAmount(from) }));

test('unknown and invalid parameters are dropped from those that the router adds', () => {
  const params = { from: 'x', mediaTypes: '' };
  expect(omitUndefined({ ...params, ...read(params) })).toEqual({});
});

test('valid parameters are kept', () => {
  expect(read({ from: 3 })).toEqual({ from: 3 });
});
