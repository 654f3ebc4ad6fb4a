import { afterEach, expect, it } from 'vitest';
import { cleanUp } from '../testing/process.ts';
import { raceStarts } from '../testing/race.ts';

afterEach(cleanUp);

it('of 50 servers started at once on one data folder one serves and 49 say who does; nothing is lost', async () => {
  expect(await raceStarts(50)).toHaveLength(49);
});
