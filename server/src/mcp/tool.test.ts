import { contract } from '@magpie/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { tool, getShape } from './tool.ts';

const { platforms, companyNames, limit } = getShape(contract.ads.search);
const { unreadOnly } = getShape(contract.notifications.list);

const echo = tool({
  name: 'echo',
  description: '',
  input: z.strictObject({
    platforms: platforms.optional(),
    companyNames: companyNames.optional(),
    unreadOnly: unreadOnly.removeDefault().optional(),
    limit: limit.removeDefault().optional(),
    words: z.string().optional(),
  }),
  resultFields: {},
  effect: 'none',
  handle: async (_call, input) => input,
});
const run = (given: object) => echo.run(async () => null, given);

it.each([
  [{ platforms: 'tiktok' }, { platforms: ['tiktok'] }],
  [{ companyNames: 'Acme' }, { companyNames: ['Acme'] }],
  [{ companyNames: 'FOLLOWED' }, { companyNames: 'FOLLOWED' }],
  [{ unreadOnly: 'true' }, { unreadOnly: true }],
  [{ unreadOnly: 'false' }, { unreadOnly: false }],
  [{ limit: '7' }, { limit: 7 }],
  [{ words: 'true' }, { words: 'true' }],
  [{ words: '7', platforms: null }, { words: '7' }],
])('coerces %j to %j', async (given, expected) => {
  expect(await run(given)).toEqual(expected);
});

it.each([
  { platforms: 'myspace' },
  { unreadOnly: 'yes' },
  { limit: '0' },
  { limit: 'true' },
  { limit: '[1]' },
])('rejects %j', async (given) => {
  await expect(run(given)).rejects.toThrow(Object.keys(given)[0]);
});
