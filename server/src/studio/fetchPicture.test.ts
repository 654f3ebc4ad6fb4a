import { expect, it } from 'vitest';
import { FetchRefused } from '../kernel/safeFetch/fetchRefused.ts';
import { fetchPicture } from './fetchPicture.ts';

it.each<[FetchRefused['reason'], number]>([
  ['address', 400],
  ['redirects', 400],
  ['size', 422],
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
