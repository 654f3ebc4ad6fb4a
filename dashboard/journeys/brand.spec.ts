import { expect, type Person, test } from './people.ts';
import { section, formatted } from './locators.ts';

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
  await page.getByRole('searchbox', { name: 'Search brands' }).fill(typo);
  await section(page, 'Results').getByRole('link', { name: brand }).click();
  await expect(heading).toBeVisible();

  await page.goto(`/brands/${encodeURIComponent(typo)}`);
  await expect(page.getByRole('heading', { name: `No brand named ${typo}`, level: 1 })).toBeVisible();
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
  await expect(page.getByText(`${formatted(totalAds)} ads, `)).toBeVisible();
  for (const title of ['Launches', 'What changed', 'Ad copy', 'Headlines', 'Landing pages', 'Media']) {
    await expect(section(page, title)).toBeVisible();
  }
  await expect(section(page, 'Ad copy')).toContainText(copies[0]?.body.slice(0, 40) ?? '');
  const audience = section(page, 'Audience');
  for (const name of ['Gender', 'Age', 'Countries']) {
    await expect(audience.getByRole('heading', { name, level: 3 })).toBeVisible();
  }
  await expect(section(page, 'Similar brands').getByRole('link')).not.toHaveCount(0);

  const changed = section(page, 'What changed');
  await changed.getByLabel('What changed since').fill('2020-01-01');
  await changed.getByRole('radio', { name: /^Launched/ }).click();
  await expect(changed.getByRole('list', { name: 'Launched' }).getByRole('listitem')).not.toHaveCount(0);

  await page.getByRole('radio', { name: '30 days' }).click();
  await expect(page.getByText(`${formatted(totalAds)} ads, `)).toBeHidden();
  const words = await page
    .getByText(/^[\d,]+ ads?, [\d,]+ running$/)
    .first()
    .textContent();
  await page.reload();
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();
  await expect(page.getByText(words ?? '').first()).toBeVisible();
});

test('brands are compared side by side', async ({ page, newcomer }) => {
  const [one, other] = await largeBrands(newcomer);
  await page.goto(`/brands/${encodeURIComponent(one)}`);
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await page.getByRole('button', { name: 'Add brand' }).click();
  await page.getByRole('combobox', { name: 'Search brands' }).fill(other);
  await page.getByRole('dialog', { name: 'Add brand' }).getByRole('option', { name: other }).click();
  const table = page.getByRole('region', { name: 'Comparison' }).getByRole('table');
  await expect(table.getByRole('columnheader', { name: one })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: other })).toBeVisible();
  const compared = await newcomer.program.brandSpy.compare.query({ companyNames: [one, other] });
  const ads = table.getByRole('row', { name: /^Ads/ }).first().getByRole('cell');
  for (const [place, { stats }] of compared.advertisers.entries()) {
    await expect(ads.nth(place)).toContainText(formatted(stats.totalAds));
  }
  await page.reload();
  await expect(table.getByRole('columnheader', { name: other })).toBeVisible();
});

test('a brand is followed, listed among followed brands, and unfollowed', async ({ page, newcomer }) => {
  const [brand] = await largeBrands(newcomer);
  await page.goto(`/brands/${encodeURIComponent(brand)}`);
  await page.getByRole('button', { name: `Follow ${brand}`, exact: true }).click();
  await expect(page.getByRole('button', { name: `Unfollow ${brand}` })).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Brands' }).click();
  const followed = section(page, 'Following');
  await followed.getByRole('link', { name: brand }).click();
  await page.getByRole('button', { name: `Unfollow ${brand}` }).click();
  await expect(page.getByRole('button', { name: `Follow ${brand}`, exact: true })).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Brands' }).click();
  await expect(followed.getByText('No brands yet.')).toBeVisible();
});
