import { expect, test } from 'vitest';
import type { ListedAd } from '../../lib/api/types.ts';
import { withoutAds } from './removing.ts';

const entry = (hash: string, similarAds: number, boardIds: readonly number[]): ListedAd =>
  ({ hash, similarAds, boardIds }) as ListedAd;

/** A list after ads have left board 5. */
function listAfter(hashes: readonly string[], page: object, boardId: unknown = 5) {
  const changes = withoutAds(new Map(hashes.map((hash) => [hash, new Set([5])])));
  return changes.find(({ path }) => path === 'ads.list')?.change(page, { boardId });
}

const ads = [entry('a', 2, [5]), entry('b', 0, [5, 6]), entry('c', 1, [5])];

test('an entry that leaves a list takes all its ads along', () => {
  const page = { ads, total: 3, totalAds: 6 };
  expect(listAfter(['a', 'a2', 'a3', 'b'], page)).toMatchObject({
    ads: [{ hash: 'c' }],
    total: 1,
    totalAds: 2,
  });
  expect(listAfter(['a'], page)).toMatchObject({ total: 2, totalAds: 5 });
});

test('an ad stays in the list of all while another board has it', () => {
  const page = { ads, total: 3, totalAds: 6 };
  expect(listAfter(['b', 'c', 'c2'], page, 'ALL')).toMatchObject({
    ads: [{ hash: 'a' }, { hash: 'b', boardIds: [6] }],
    total: 2,
    totalAds: 4,
  });
});

test('a list that is not grouped has no number of ads', () => {
  expect(listAfter(['a'], { ads: [entry('a', 0, [5])], total: 1 })).toEqual({ ads: [], total: 0 });
});
