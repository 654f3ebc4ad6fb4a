import { expect, it } from 'vitest';
import { atMost } from './atMost.ts';

it('503 for more at once than there may be; when one has ended, also by failing, another is let in', async () => {
  const admit = atMost(2);
  let fail = (): void => undefined;
  const failing = admit(() => new Promise((_, reject) => (fail = () => reject(new Error('broken')))));
  void admit(() => new Promise(() => undefined));
  await expect(admit(() => Promise.resolve(3))).rejects.toMatchObject({ httpStatus: 503, retryAfter: 5 });
  fail();
  await expect(failing).rejects.toThrow('broken');
  expect(await admit(() => Promise.resolve(4))).toBe(4);
});
