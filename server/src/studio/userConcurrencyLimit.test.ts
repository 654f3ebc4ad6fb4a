import { expect, it } from 'vitest';
import { createUserConcurrencyLimit } from './userConcurrencyLimit.ts';

it('limits work in total and per user, and frees slots after success and failure', async () => {
  const admit = createUserConcurrencyLimit({ total: 3, perUser: 2 });
  const ends: { done: () => void; fail: () => void }[] = [];
  const begin = (who: string): Promise<void> =>
    admit(
      who,
      () => new Promise((done, fail) => void ends.push({ done, fail: () => fail(new Error('broken')) })),
    );
  const begun = [begin('ann'), begin('ann')];
  await expect(begin('ann')).rejects.toMatchObject({
    httpStatus: 503,
    message: expect.stringMatching(/^At most/),
  });
  begun.push(begin('ben'));
  await expect(begin('ben')).rejects.toMatchObject({
    httpStatus: 503,
    message: expect.stringMatching(/^Too many/),
  });
  ends[0]?.fail();
  await expect(begun[0]).rejects.toThrow('broken');
  begun.push(begin('ben'));
  await expect(begin('ben')).rejects.toThrow('per person');
  await expect(begin('eve')).rejects.toThrow('Too many');
  for (const { done } of ends) done();
  await Promise.all(begun.slice(1));
  expect(await admit('ann', () => Promise.resolve('again'))).toBe('again');
});
