import { expect, it } from 'vitest';
import { read } from './read.ts';

it.each([
  ['ads.search', {}, { limit: 3 }],
  ['ads.list', { searchQuery: 'sale' }, { limit: 3, searchQuery: 'sale' }],
  ['ads.search', { limit: 20 }, { limit: 20 }],
  ['trending.topAdvertisers', {}, { limit: 10 }],
  ['boards.list', {}, {}],
])('%s with %j is asked for no more than is meant', async (procedure, input, sent) => {
  const asked: unknown[] = [];
  await read.run(async (...call) => void asked.push(call), { procedure, input });
  expect(asked).toEqual([[procedure, sent]]);
});
