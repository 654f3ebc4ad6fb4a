import { expect, type Person, test } from './people.ts';
import { part, written } from './seeing.ts';

/** Two brands with many ads. */
async function largeBrands({ program }: Person): Promise<readonly [string, string]> {
  const [one, other] = await program.brandSpy.listTopAdvertisers.query({ limit: 2 });
  if (one === undefined || other === undefined) throw new Error('There are no demo ads.');
  return [one.company, other.company];
}

/** One of which it is known whom its ads reached: only some platforms tell. */
async function brandWithAudience({ program }: Person): Promise<string> {
  for (const { company } of await program.brandSpy.listTopAdvertisers.query({ limit: 20 })) {
    const { demographics } = await program.brandSpy.getOverview.query({ companyName: company });
    if (demographics.age.length > 0) return company;
  }
  throw new Error('Of no demo ad it is known whom it reached.');
}

/** As somebody types it who is in a hurry: two letters changed places. */
function mistyped(name: string): string {
  return `${name.slice(0, 2)}${name[3]}${name[2]}${name.slice(4)}`;
}

test('a typo in its name leads to the brand: in the search over everything, among brands, and in the address', async ({
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
  await part(page, 'Found').getByRole('link', { name: brand }).click();
  await expect(heading).toBeVisible();

  await page.goto(`/brands/${encodeURIComponent(typo)}`);
  await expect(page.getByRole('heading', { name: `No brand is called ${typo}`, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: brand, exact: true }).click();
  await expect(heading).toBeVisible();
});

test('the page of a brand shows every part of it; another time changes its numbers, and the address keeps it', async ({
  page,
  newcomer,
}) => {
  const brand = await brandWithAudience(newcomer);
  const { totalAds } = await newcomer.program.brandSpy.getHeader.query({ companyName: brand });
  const { copies } = await newcomer.program.brandSpy.getAdCopies.query({ companyName: brand, limit: 1 });
  await page.goto(`/brands/${encodeURIComponent(brand)}`);
  await expect(page.getByText(`${written(totalAds)} ads, `)).toBeVisible();
  for (const title of ['Launches', 'What changed', 'Copies', 'Headlines', 'Landing pages', 'Media']) {
    await expect(part(page, title)).toBeVisible();
  }
  await expect(part(page, 'Copies')).toContainText(copies[0]?.body.slice(0, 40) ?? '');
  const audience = part(page, 'Audience');
  for (const name of ['Gender', 'Age', 'Countries']) {
    await expect(audience.getByRole('heading', { name, level: 3 })).toBeVisible();
  }
  await expect(part(page, 'Similar brands').getByRole('link')).not.toHaveCount(0);

  const changed = part(page, 'What changed');
  await changed.getByLabel('What changed since').fill('2020-01-01');
  await changed.getByRole('radio', { name: /^Launched/ }).click();
  await expect(changed.getByRole('list', { name: 'Launched' }).getByRole('listitem')).not.toHaveCount(0);

  await page.getByRole('radio', { name: '30 days' }).click();
  await expect(page.getByText(`${written(totalAds)} ads, `)).toBeHidden();
  const words = await page
    .getByText(/^[\d,]+ ads?, [\d,]+ running$/)
    .first()
    .textContent();
  await page.reload();
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();
  await expect(page.getByText(words ?? '').first()).toBeVisible();
});

test('brands stand side by side', async ({ page, newcomer }) => {
  const [one, other] = await largeBrands(newcomer);
  await page.goto(`/brands/${encodeURIComponent(one)}`);
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await page.getByRole('button', { name: 'Add a brand' }).click();
  await page.getByRole('searchbox', { name: 'Search brands' }).fill(other);
  await page.getByRole('dialog', { name: 'Add a brand' }).getByRole('button', { name: other }).click();
  const table = page.getByRole('region', { name: 'Comparison' }).getByRole('table');
  await expect(table.getByRole('columnheader', { name: one })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: other })).toBeVisible();
  const compared = await newcomer.program.brandSpy.compare.query({ companyNames: [one, other] });
  const ads = table.getByRole('row', { name: /^Ads/ }).first().getByRole('cell');
  for (const [place, { stats }] of compared.advertisers.entries()) {
    await expect(ads.nth(place)).toContainText(written(stats.totalAds));
  }
  await page.reload();
  await expect(table.getByRole('columnheader', { name: other })).toBeVisible();
});

test('a brand is followed on its page, stands among those followed, and is given up again', async ({
  page,
  newcomer,
}) => {
  const [brand] = await largeBrands(newcomer);
  await page.goto(`/brands/${encodeURIComponent(brand)}`);
  await page.getByRole('button', { name: `Follow ${brand}` }).click();
  await expect(page.getByRole('button', { name: `Stop following ${brand}` })).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Brands' }).click();
  const followed = part(page, 'You follow');
  await followed.getByRole('link', { name: brand }).click();
  await page.getByRole('button', { name: `Stop following ${brand}` }).click();
  await expect(page.getByRole('button', { name: `Follow ${brand}` })).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Brands' }).click();
  await expect(followed.getByText('Nobody yet.')).toBeVisible();
});
