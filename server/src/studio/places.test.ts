import { expect, it } from 'vitest';
import { createPlaces } from './places.ts';

it('there are places of all and of one, and whoever ends, also by failing, leaves theirs', async () => {
  const admit = createPlaces({ ofAll: 3, ofOne: 2 });
  const ends: { done: () => void; fail: () => void }[] = [];
  const begin = (who: string): Promise<void> =>
    admit(
      who,
      () => new Promise((done, fail) => void ends.push({ done, fail: () => fail(new Error('broken')) })),
    );
  const begun = [begin('ann'), begin('ann')];
  await expect(begin('ann')).rejects.toMatchObject({
    httpStatus: 503,
    message: expect.stringMatching(/^Of one/),
  });
  begun.push(begin('ben'));
  await expect(begin('ben')).rejects.toMatchObject({
    httpStatus: 503,
    message: expect.stringMatching(/^Too many/),
  });
  ends[0]?.fail();
  await expect(begun[0]).rejects.toThrow('broken');
  begun.push(begin('ben'));
  await expect(begin('ben')).rejects.toThrow('Of one person');
  await expect(begin('eve')).rejects.toThrow('Too many');
  for (const { done } of ends) done();
  await Promise.all(begun.slice(1));
  expect(await admit('ann', () => Promise.resolve('again'))).toBe('again');
});
