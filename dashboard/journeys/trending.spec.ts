import { choose } from './locators.ts';
import { expect, test } from './people.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { trendingCopy } from '../src/features/trending/copy.ts';

test('period and country change the ranking; a row expands to its ads and links to all of them', async ({
  page,
  newcomer: { program },
}) => {
  const leaders = async (filters: { windowDays: 7 | 90; country?: string }): Promise<readonly string[]> => {
    const { advertisers } = await program.trending.topAdvertisers.query({ ...filters, limit: 3 });
    return advertisers.map(({ name }) => name);
  };
  const lately = await leaders({ windowDays: 7 });
  const long = await leaders({ windowDays: 90 });
  const american = await leaders({ windowDays: 90, country: 'US' });
  expect(new Set([lately, long, american].map(String)).size).toBe(3);

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Trending' }).click();
  const rows = page.getByRole('list', { name: trendingCopy.ranking.brands }).locator('> li');
  const first = rows.first().getByRole('button').first();
  const shows = async (names: readonly string[]): Promise<void> => {
    for (const [place, name] of names.entries()) await expect(rows.nth(place)).toContainText(name);
  };
  await shows(lately);
  await page.getByRole('radio', { name: adsCopy.days(90) }).click();
  await shows(long);
  await choose(page, trendingCopy.filters.country, 'United States');
  await shows(american);
  await page.reload();
  await shows(american);

  await first.click();
  await expect(
    page.getByRole('list', { name: trendingCopy.bestAds.list(american[0] ?? '') }).getByRole('article'),
  ).not.toHaveCount(0);
  const link = rows.first().getByRole('link', { name: /in Discover/ });
  const words = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { name: adsCopy.discover.title, level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: adsCopy.remove(american[0] ?? '') })).toBeVisible();
  await expect(page.getByRole('button', { name: adsCopy.remove('United States') })).toBeVisible();
  const count = /\d[\d,]*/.exec(words)?.[0] ?? '1';
  await expect(page.getByText(new RegExp(`^${count} ads?$`))).toBeVisible();
});

test('both rankings can be sorted by momentum, and the address keeps the order', async ({
  page,
  newcomer: { program },
}) => {
  const window = { windowDays: 7, sortBy: 'momentum' } as const;
  const { advertisers } = await program.trending.topAdvertisers.query({ ...window, limit: 3 });
  const { tags } = await program.trending.topTagsByEngagement.query({ ...window, limit: 3 });
  const list = (name: string) => page.getByRole('list', { name, exact: true }).locator('> li');
  const showsAll = async (): Promise<void> => {
    for (const [place, { name }] of advertisers.entries())
      await expect(list(trendingCopy.ranking.brands).nth(place)).toContainText(name);
    for (const [place, { shortText }] of tags.entries())
      await expect(list(trendingCopy.ranking.tags).nth(place)).toContainText(shortText);
  };
  await page.goto('/trending');
  await choose(page, trendingCopy.filters.sortBy, trendingCopy.filters.sorts.momentum);
  await showsAll();
  await page.reload();
  await showsAll();
});

test('a row shows its launches by day and its three best ads, which open', async ({
  page,
  newcomer: { program },
}) => {
  const { advertisers } = await program.trending.topAdvertisers.query({ windowDays: 7, limit: 50 });
  const [first] = advertisers;
  if (first === undefined) throw new Error('No demo ad was launched lately.');
  const { history } = await program.trending.getHistory.query({
    windowDays: 7,
    advertiserIds: [first.advertiserId],
  });
  const [own] = history;
  await page.goto('/trending');
  const row = page.getByRole('list', { name: trendingCopy.ranking.brands }).locator('> li').first();
  await expect(
    row.getByText(trendingCopy.ranking.launchesByDay(own?.launched.join(', ') ?? '')),
  ).toBeAttached();
  const best = row.getByRole('list', { name: trendingCopy.ranking.best(first.name) }).getByRole('link');
  await expect(best).toHaveCount(own?.bestAds.length ?? 0);
  await best.first().click();
  await expect(page).toHaveURL(new RegExp(`/ads/${own?.bestAds[0]?.hash}`));
});
