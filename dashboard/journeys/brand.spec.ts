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
  await section(page, brandsCopy.list.results).getByRole('link', { name: brand }).click();
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
  await changed.getByLabel(changes.sinceLabel).fill('2020-01-01');
  await changed.getByRole('radio', { name: changes.kinds.launched }).click();
  await expect(
    changed.getByRole('list', { name: changes.kinds.launched }).getByRole('listitem'),
  ).not.toHaveCount(0);

  await page.getByRole('radio', { name: brandsCopy.filters.ranges['30'] }).click();
  await expect(page.getByText(`${adsCopy.ads(totalAds)}, `)).toBeHidden();
  const words = await page
    .getByText(/^[\d,]+ ads?, [\d,]+ running$/)
    .first()
    .textContent();
  await page.reload();
  await expect(page.getByRole('radio', { name: brandsCopy.filters.ranges['30'] })).toBeChecked();
  await expect(page.getByText(words ?? '').first()).toBeVisible();
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
    const texts = await pages.getByRole('listitem').locator('> :last-child').allTextContents();
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
