import type { Page } from '@playwright/test';
import { appCopy } from '../src/app/copy.ts';
import { expect, type Person, test } from './people.ts';

/** Types into the command menu and presses Enter at once, before results have loaded. */
async function enter(page: Page, typed: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: appCopy.commandMenu.field });
  await field.fill(typed);
  await field.press('Enter');
}

/** The name of a large brand that is one word of at least eight letters. */
async function brandName({ program }: Person): Promise<string> {
  const brands = await program.brandSpy.listTopAdvertisers.query({ limit: 200 });
  const name = brands.find(({ company }) => /^[a-z]{8,}$/i.test(company))?.company;
  if (name === undefined) throw new Error('No brand has such a name.');
  return name;
}

test('Enter in the command menu opens the brand, also with a typo', async ({ page, newcomer }) => {
  const brand = await brandName(newcomer);
  const heading = page.getByRole('heading', { name: brand, level: 1 });
  await enter(page, brand.toLowerCase());
  await expect(heading).toBeVisible();
  await page.goto('/discover');
  await enter(page, `${brand.slice(0, 3)}${brand.slice(4)}`);
  await expect(heading).toBeVisible();
});

test('Enter in the command menu searches ads for words that no brand has', async ({ page, newcomer }) => {
  const { companies } = await newcomer.program.ads.listTopCompanies.query({ name: 'free shipping' });
  expect(companies).toEqual([]);
  await enter(page, 'free shipping');
  await expect(page).toHaveURL(/searchQuery=free(?:\+|%20)shipping/);
});
