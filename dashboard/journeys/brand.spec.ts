import { expect, type Person, test } from './people.ts';
import { section, formatted } from './locators.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { brandsCopy } from '../src/features/brands/copy.ts';

/** Two brands with many ads. */
async function largeBrands({ program }: Person): Promise<readonly [string, string]> {
  const [one, other] = await program.brandSpy.listTopAdvertisers.query({ limit: 2 });
  if (one === undefined || other === undefined) throw new Error('There are no demo ads.');
  return [one.company, other.company];
}

/** A brand with audience data, which only some platforms report. */
async function brandWithAudience({ program }: Person): Promise<string> {
  for (const { company } of await program.brandSpy.listTopAdvertisers.query({ limit: 20 })) {
    const { demographics } = await program.brandSpy.getOverview.query({ companyName: company });
    if (demographics.age.length > 0) return company;
  }
  throw new Error('No demo ad has audience data.');
}

/** A typo: two letters swapped. */
function mistyped(name: string): string {
  return `${name.slice(0, 2)}${name[3]}${name[2]}${name.slice(4)}`;
}

test('a brand is found despite a typo: in the command menu, in the brand search, and in the URL', async ({
  page,
  newcomer,
}) => {
  const [brand] = await largeBrands(newcomer);
  const typo = mistyped(brand);
  const heading = page.getByRole('heading', { name: brand, level: 1 });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search ads, brands, boards and pages' }).fill(typo);
  await page.getByRole('option', { name: brand }).click();
  await expect(heading).toBeVisible();

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Brands' }).click();
  await page.getByRole('searchbox', { name: brandsCopy.searchBrands }).fill(typo);
  await section(page, brandsCopy.list.results).getByRole('link', { name: brand, exact: true }).click();
  await expect(heading).toBeVisible();

  await page.goto(`/brands/${encodeURIComponent(typo)}`);
  await expect(page.getByRole('heading', { name: brandsCopy.unknown.title(typo), level: 1 })).toBeVisible();
  await page.getByRole('link', { name: brand, exact: true }).click();
  await expect(heading).toBeVisible();
});

test('a brand page shows every section; another date range changes its numbers and is kept in the URL', async ({
  page,
  newcomer,
}) => {
  const brand = await brandWithAudience(newcomer);
  const { totalAds } = await newcomer.program.brandSpy.getHeader.query({ companyName: brand });
  const { copies } = await newcomer.program.brandSpy.getAdCopies.query({ companyName: brand, limit: 1 });
  await page.goto(`/brands/${encodeURIComponent(brand)}`);
  await expect(page.getByText(`${adsCopy.ads(totalAds)}, `)).toBeVisible();
  const momentum = await newcomer.program.brandSpy.getMomentum.query({ companyName: brand });
  await expect(page.getByText(brandsCopy.brand.momentum(momentum))).toBeVisible();
  const { launches, changes, claims, texts, landingPages, media, audience, similar } = brandsCopy;
  for (const { title } of [launches, changes, claims, texts.copies, texts.headlines, landingPages, media]) {
    await expect(section(page, title)).toBeVisible();
  }
  await expect(section(page, texts.copies.title)).toContainText(copies[0]?.body.slice(0, 40) ?? '');
  for (const name of [audience.gender, audience.age, audience.countries]) {
    const part = section(page, audience.title).getByRole('heading', { name, level: 3 });
    await expect(part).toBeVisible();
  }
  await expect(section(page, similar.title).getByRole('link')).not.toHaveCount(0);

  const changed = section(page, changes.title);
  await changed.getByRole('radio', { name: brandsCopy.filters.ranges.custom }).click();
  await changed.getByLabel(changes.firstDay).fill('2020-01-01');
  await changed.getByRole('radio', { name: changes.kinds.launched }).click();
  await expect(
    changed.getByRole('list', { name: changes.kinds.launched }).getByRole('listitem'),
  ).not.toHaveCount(0);

  const filters = page.getByRole('group', { name: brandsCopy.filters.title });
  await filters.getByRole('radio', { name: brandsCopy.filters.ranges['30'] }).click();
  await expect(
    page.getByRole('term').filter({ hasText: brandsCopy.statisticsOfRange.totalAds.name }),
  ).toBeVisible();
  await page.reload();
  await expect(filters.getByRole('radio', { name: brandsCopy.filters.ranges['30'] })).toBeChecked();
  await expect(
    page.getByRole('term').filter({ hasText: brandsCopy.statisticsOfRange.totalAds.name }),
  ).toBeVisible();
});

test('numbers of a brand page agree: the heading is of all ads, and tiles, chart and changes are of the same days', async ({
  page,
  newcomer: { program },
}) => {
  const [brand] = (await program.brandSpy.listTopAdvertisers.query({ limit: 1 })).map(
    ({ company }) => company,
  );
  const companyName = brand ?? '';
  const { totalAds, activeAds } = await program.brandSpy.getHeader.query({ companyName });
  const history = await program.brandSpy.getLaunchHistory.query({ companyName });
  const { total, from, to } = await program.brandSpy.getTimeline.query({ companyName, timeRange: '3months' });
  await page.goto(`/brands/${encodeURIComponent(companyName)}`);
  const heading = page.getByText(brandsCopy.adsRunning(totalAds, activeAds), { exact: true });
  await expect(heading).toBeVisible();
  const { launches, changes, statistics, statisticsOfRange } = brandsCopy;
  const tile = (name: string) => page.locator('dl > div', { hasText: name }).locator('dd');
  await expect(tile(statistics.totalAds.name).first()).toHaveText(formatted(totalAds));
  await expect(tile(statistics.activeAds.name)).toHaveText(formatted(activeAds));
  // All launches since the first one, by month.
  await expect(section(page, launches.title)).toContainText(
    `${formatted(totalAds - history.planned)} ads launched since`,
  );
  await expect(
    section(page, launches.title).getByRole('slider', { name: launches.chart(brand ?? '', 'month') }),
  ).toHaveAttribute('max', String(history.months.length - 1));

  const filters = page.getByRole('group', { name: brandsCopy.filters.title });
  await filters.getByRole('radio', { name: brandsCopy.filters.ranges['90'] }).click();
  await expect(heading).toBeVisible();
  await expect(tile(statisticsOfRange.totalAds.name)).toHaveText(formatted(total));
  await expect(section(page, launches.title)).toContainText(
    launches.about(total, from ?? '', to ?? '').split(' from ')[0] ?? '',
  );
  await expect(
    section(page, changes.title).getByRole('radio', {
      name: `${changes.kinds.launched} ${formatted(total)}`,
    }),
  ).toBeVisible();
});

test('hooks of a brand are shares that lead to their ads', async ({ page, newcomer: { program } }) => {
  const [top] = await program.brandSpy.listTopAdvertisers.query({ limit: 1 });
  const companyName = top?.company ?? '';
  const { tags } = await program.brandSpy.getTagShares.query({ companyName, category: 'hook' });
  const [first] = tags;
  if (first === undefined) throw new Error('The brand has no hooks.');
  await page.goto(`/brands/${encodeURIComponent(companyName)}`);
  await page.getByRole('link', { name: brandsCopy.shares.viewAds(first.shortText), exact: true }).click();
  await expect(page.getByRole('heading', { name: adsCopy.discover.title, level: 1 })).toBeVisible();
  await expect(page.getByText(adsCopy.ads(first.adCount), { exact: true })).toBeVisible();
});

test('brands are compared side by side', async ({ page, newcomer }) => {
  const [one, other] = await largeBrands(newcomer);
  await page.goto(`/brands/${encodeURIComponent(one)}`);
  await page.getByRole('link', { name: brandsCopy.compare, exact: true }).click();
  await page.getByRole('button', { name: brandsCopy.comparison.addBrand }).click();
  await page.getByRole('combobox', { name: brandsCopy.searchBrands }).fill(other);
  await page
    .getByRole('dialog', { name: brandsCopy.comparison.addBrand })
    .getByRole('option', { name: other })
    .click();
  for (const name of [one, other]) {
    const creatives = page.getByRole('list', { name: brandsCopy.comparison.longest(name) });
    await expect(creatives.getByRole('link').first()).toBeVisible();
    await expect(page.getByRole('slider', { name: brandsCopy.comparison.launchChart(name) })).toBeVisible();
  }
  const own = section(page, brandsCopy.comparison.onlyOne.title);
  await expect(own.getByRole('heading', { name: other, level: 3 })).toBeVisible();
  const table = page.getByRole('region', { name: brandsCopy.comparison.table }).getByRole('table');
  await expect(table.getByRole('columnheader', { name: one })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: other })).toBeVisible();
  const compared = await newcomer.program.brandSpy.compare.query({ companyNames: [one, other] });
  const ads = table
    .getByRole('row', { name: new RegExp(`^${brandsCopy.statistics.totalAds.name}`) })
    .first()
    .getByRole('cell');
  for (const [place, { stats }] of compared.advertisers.entries()) {
    await expect(ads.nth(place)).toContainText(formatted(stats.totalAds));
  }
  await page.reload();
  await expect(table.getByRole('columnheader', { name: other })).toBeVisible();
});

test('a brand is followed, listed among followed brands, and unfollowed', async ({ page, newcomer }) => {
  const [brand] = await largeBrands(newcomer);
  await page.goto(`/brands/${encodeURIComponent(brand)}`);
  await page.getByRole('button', { name: brandsCopy.follow.followBrand(brand), exact: true }).click();
  await expect(page.getByRole('button', { name: brandsCopy.follow.unfollowBrand(brand) })).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Brands' }).click();
  const followed = section(page, brandsCopy.list.following);
  await followed.getByRole('link', { name: brand }).click();
  await page.getByRole('button', { name: brandsCopy.follow.unfollowBrand(brand) }).click();
  await expect(
    page.getByRole('button', { name: brandsCopy.follow.followBrand(brand), exact: true }),
  ).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Brands' }).click();
  await expect(followed.getByText(brandsCopy.list.noneFollowed)).toBeVisible();
});

test('landing pages are sorted by the number that is shown', async ({ page, newcomer }) => {
  const [brand] = await largeBrands(newcomer);
  await page.goto(`/brands/${encodeURIComponent(brand)}`);
  const pages = section(page, brandsCopy.landingPages.title);
  /** The numbers on the right of each row. */
  const numbers = async (): Promise<number[]> => {
    const list = pages.getByRole('list', { name: brandsCopy.landingPages.title, exact: true });
    const texts = await list.getByRole('listitem').locator('> :last-child').allTextContents();
    return texts.map((text) => Number(text.replaceAll(/[^\d.]/g, '')));
  };
  for (const order of ['distribution', 'adCount'] as const) {
    await pages.getByRole('radio', { name: brandsCopy.landingPages.orders[order] }).click();
    await expect(pages.locator('[aria-busy=true]')).toHaveCount(0);
    await expect.poll(async () => (await numbers()).length).toBeGreaterThan(1);
    await expect
      .poll(async () => JSON.stringify(await numbers()))
      .toBe(JSON.stringify((await numbers()).toSorted((one, other) => other - one)));
  }
});
