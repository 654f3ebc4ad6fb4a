import { afterEach, expect, it } from 'vitest';
import { cleanUp } from '../testing/process.ts';
import { callWhenReady } from '../testing/readiness.ts';

afterEach(cleanUp);

it('the first call after /readyz returns 200 succeeds, over 20 starts', async () => {
  expect(await callWhenReady(20)).toEqual(Array.from({ length: 20 }, () => 200));
});
