import { expect, it } from 'vitest';
import { FetchError } from '../integrations/safeFetch/target.ts';
import { fetchPicture } from './pictures.ts';

it.each<[FetchError['reason'], number]>([
  ['address', 400],
  ['redirects', 400],
  ['size', 422],
  ['encoding', 422],
  ['time', 504],
  ['unreachable', 504],
])('a fetch refused because of its %s is %i with the same message', async (reason, httpStatus) => {
  const refused = new FetchError(reason, 'The host shop.example gave none.');
  await expect(fetchPicture(() => Promise.reject(refused), 'http://shop.example/')).rejects.toMatchObject({
    httpStatus,
    message: refused.message,
  });
});

it('a picture may take 15 seconds and 15 MB', async () => {
  const limits: unknown[] = [];
  const fetched = fetchPicture((_, bounds) => {
    limits.push(bounds);
    return Promise.reject(new FetchError('time', 'The host shop.example gave none.'));
  }, 'http://shop.example/');
  await expect(fetched).rejects.toThrow('gave none');
  expect(limits).toMatchObject([{ milliseconds: 15_000, maxBytes: 15 * 1024 * 1024 }]);
});
