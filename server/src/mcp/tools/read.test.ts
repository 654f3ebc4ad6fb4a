import { expect, it } from 'vitest';
import { read } from './read.ts';

it.each([
  ['ads.search', {}, { limit: 3 }],
  ['ads.list', { searchQuery: 'sale' }, { limit: 2, searchQuery: 'sale' }],
  ['ads.search', { limit: 20 }, { limit: 20 }],
  ['trending.topAdvertisers', {}, { limit: 10 }],
  ['boards.list', {}, {}],
])('%s with %j is called with a default limit', async (procedure, input, sent) => {
  const calls: unknown[] = [];
  await read.run(async (...call) => void calls.push(call), { procedure, input });
  expect(calls).toEqual([[procedure, sent]]);
});
