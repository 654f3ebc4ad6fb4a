import { expect, it } from 'vitest';
import { tools } from '../server.ts';

const boards = Array.from({ length: 267 }, (_, index) => ({
  id: index + 1,
  name: `Board ${index}`,
  adCount: 0,
}));
const followed = Array.from({ length: 45 }, (_, index) => ({
  companyName: `Company ${index}`,
  activeAds: 1,
  newAdsLast7Days: 100 - index,
}));

/** API results by procedure. */
const results: Readonly<Record<string, unknown>> = {
  'boards.list': boards,
  'companies.listFollowed': followed,
  'notifications.list': { notifications: [], total: 0, nextCursor: null },
};

// oxlint-disable-next-line typescript/no-explicit-any -- each test knows the shape of its result
async function run(name: string, given: object): Promise<any> {
  const used = tools.find((tool) => tool.name === name);
  return used?.run(async (procedure) => results[procedure], given);
}

it('pages through boards', async () => {
  const first = await run('list_boards', {});
  expect(first).toMatchObject({ total: 267, nextCursor: 20, boards: { length: 20 } });
  const next = await run('list_boards', { limit: 100, cursor: 230 });
  expect(next).toMatchObject({ total: 267, nextCursor: null, boards: { 0: { id: 231 }, length: 37 } });
});

it('pages through followed companies, the busiest first', async () => {
  const pages = [{}, { companiesCursor: 20 }, { companiesCursor: 40 }];
  const news = await Promise.all(pages.map((page) => run('whats_new', page)));
  expect(news.map((page) => page.nextCompaniesCursor)).toEqual([20, 40, null]);
  expect(news.flatMap((page) => page.companies)).toMatchObject(
    followed.map(({ companyName }) => ({ name: companyName })),
  );
});
