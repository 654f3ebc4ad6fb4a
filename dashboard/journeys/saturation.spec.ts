import { choose } from './locators.ts';
import { expect, test } from './people.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { trendingCopy } from '../src/features/trending/copy.ts';

const copy = trendingCopy.saturation;

test('the map of a category leads to the ads of a cell; followed brands have their own map', async ({
  page,
  newcomer: { program },
}) => {
  const { categories } = await program.trending.listCategories.query();
  const [category = ''] = categories.map((each) => each.category);
  const map = await program.trending.saturation.query({ category, windowDays: 30 });
  const [cell] = map.cells.toSorted((one, other) => other.ads - one.ads);
  const nameOf = (id: number | undefined): string =>
    [...map.angles, ...map.offers].find((tag) => tag.tagDefinitionId === id)?.shortText ?? '';
  if (cell === undefined) throw new Error('the demo has ads with an angle and an offer');
  const pair = copy.pair(nameOf(cell.angleId), nameOf(cell.offerId));

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Trending' }).click();
  await page
    .getByRole('navigation', { name: trendingCopy.views })
    .getByRole('link', { name: copy.title })
    .click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByText(`${copy.size(map)} launched`)).toBeVisible();
  const showAll = page.getByRole('button', { name: copy.showAll(map.angles.length, map.offers.length) });
  if (await showAll.isVisible()) await showAll.click();
  await page.getByRole('link', { name: copy.cellLabel(pair, cell), exact: true }).click();

  await expect(page.getByRole('heading', { name: adsCopy.discover.title, level: 1 })).toBeVisible();
  const tags = adsCopy.filters.all([nameOf(cell.angleId), nameOf(cell.offerId)]);
  await expect(page.getByRole('button', { name: adsCopy.remove(tags) })).toBeVisible();
  await expect(page.getByRole('button', { name: adsCopy.remove(category) })).toBeVisible();
  await expect(page.getByText(adsCopy.ads(cell.ads), { exact: true })).toBeVisible();

  await page.goBack();
  await choose(page, copy.brands, copy.followed);
  await expect(page.getByText(copy.noFollowed)).toBeVisible();
  const { advertisers } = await program.trending.topAdvertisers.query({ windowDays: 30, limit: 5 });
  for (const { name } of advertisers) await program.companies.follow.mutate({ companyName: name });
  await page.reload();
  const followed = await program.trending.saturation.query({ companyNames: 'FOLLOWED', windowDays: 30 });
  await expect(page.getByText(`${copy.size(followed)} launched`)).toBeVisible();
});

test('the map scrolls in its own container on a phone', async ({ page, newcomer: { program } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { categories } = await program.trending.listCategories.query();
  const category = encodeURIComponent(categories[0]?.category ?? '');
  await page.goto(`/trending/saturation?category=${category}&windowDays=90`);
  await expect(page.getByRole('table')).toBeVisible();
  const widths = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(widths.page).toBe(widths.window);
  await expect(page.getByText(copy.beforeNotKnown)).toBeVisible();
});
