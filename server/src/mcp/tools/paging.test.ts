import { expect, it } from 'vitest';
import { tools } from './tools.ts';

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

/** What the API answers to what these tools ask. */
const answers: Readonly<Record<string, unknown>> = {
  'boards.list': boards,
  'companies.listFollowed': followed,
  'notifications.list': { notifications: [], total: 0, nextCursor: null },
};

// oxlint-disable-next-line typescript/no-explicit-any -- each test knows what it asked for
async function told(name: string, given: object): Promise<any> {
  const used = tools.find((tool) => tool.name === name);
  return used?.run(async (procedure) => answers[procedure], given);
}

it('boards are told page by page, as many as limit says', async () => {
  const first = await told('list_boards', {});
  expect(first).toMatchObject({ total: 267, nextCursor: 20, boards: { length: 20 } });
  const next = await told('list_boards', { limit: 100, cursor: 230 });
  expect(next).toMatchObject({ total: 267, nextCursor: null, boards: { 0: { id: 231 }, length: 37 } });
});

it('companies that are followed are told page by page, the busiest first', async () => {
  const pages = [{}, { companiesCursor: 20 }, { companiesCursor: 40 }];
  const news = await Promise.all(pages.map((page) => told('whats_new', page)));
  expect(news.map((page) => page.nextCompaniesCursor)).toEqual([20, 40, null]);
  expect(news.flatMap((page) => page.companies)).toMatchObject(
    followed.map(({ companyName }) => ({ name: companyName })),
  );
});
