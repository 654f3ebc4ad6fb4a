import { afterEach, expect, it } from 'vitest';
import { cleanUp } from '../testing/process.ts';
import { startConcurrently } from '../testing/concurrentStarts.ts';

afterEach(cleanUp);

it('of 50 servers started at once on one data folder one serves and 49 name it; nothing is lost', async () => {
  expect(await startConcurrently(50)).toHaveLength(49);
});
