import { expect, it } from 'vitest';
import { FetchRefused } from '../integrations/safeFetch/fetchRefused.ts';
import { fetchPicture } from './fetchPicture.ts';

it.each<[FetchRefused['reason'], number]>([
  ['address', 400],
  ['redirects', 400],
  ['size', 422],
  ['encoding', 422],
  ['time', 504],
  ['unreachable', 504],
])(
  'a picture that is not fetched because of its %s is %i, in the sentence of the fetch',
  async (reason, httpStatus) => {
    const refused = new FetchRefused(reason, 'The host shop.example gave none.');
    await expect(fetchPicture(() => Promise.reject(refused), 'http://shop.example/')).rejects.toMatchObject({
      httpStatus,
      message: refused.message,
    });
  },
);

it('a picture is waited for 15 seconds, and 15 MB of it are read', async () => {
  const asked: unknown[] = [];
  const fetched = fetchPicture((_, bounds) => {
    asked.push(bounds);
    return Promise.reject(new FetchRefused('time', 'The host shop.example gave none.'));
  }, 'http://shop.example/');
  await expect(fetched).rejects.toThrow('gave none');
  expect(asked).toMatchObject([{ milliseconds: 15_000, mostBytes: 15 * 1024 * 1024 }]);
});
