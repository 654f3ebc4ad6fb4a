import { choose } from './locators.ts';
import { expect, test } from './people.ts';
import { reportsCopy } from '../src/features/reports/copy.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';

test('the weekly report of a brand is opened, mailed and shared, and its link ends when it is revoked', async ({
  page,
  browser,
  newcomer: { program },
}) => {
  const [brand] = await program.brandSpy.listTopAdvertisers.query({ limit: 1 });
  if (brand === undefined) throw new Error('There are no demo ads.');
  const name = brand.company;
  const report = await program.reports.get.query({ companyName: name });
  const launched = report.brands[0]?.launched;
  if (launched === null || launched === undefined) throw new Error('the demo was seen in the last week');

  await page.goto(`/brands/${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: adsCopy.weeklyReport }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText(reportsCopy.launched.about(launched), { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: reportsCopy.rising.title })).toBeVisible();

  await page.getByRole('button', { name: reportsCopy.report.mail }).click();
  await expect(page.getByRole('button', { name: reportsCopy.report.mailed })).toBeVisible();

  await page.getByRole('button', { name: reportsCopy.report.share }).click();
  await page.getByRole('button', { name: reportsCopy.share.create }).click();
  const url = await page.getByRole('textbox', { name: reportsCopy.share.link }).inputValue();
  await page.keyboard.press('Escape');

  const visitor = await browser.newContext();
  const shared = await visitor.newPage();
  expect((await shared.goto(url))?.status()).toBe(200);
  await expect(shared.getByRole('heading', { name, level: 1 })).toBeVisible();
  const picture = shared.locator('img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);

  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: reportsCopy.title })
    .click();
  await expect(page.getByRole('link', { name: reportsCopy.list.open(name) })).toBeVisible();
  await choose(page, reportsCopy.list.weekday(name), reportsCopy.list.weekdays.friday);
  await expect.poll(async () => (await program.reports.list.query())[0]?.weekday).toBe('friday');
  await page.getByRole('button', { name: reportsCopy.list.remove(name) }).click();
  await expect(page.getByRole('link', { name: reportsCopy.list.open(name) })).toHaveCount(0);
  await page.getByRole('button', { name: uiCopy.undo }).click();
  await expect(page.getByRole('link', { name: reportsCopy.list.open(name) })).toBeVisible();
  await page.getByRole('button', { name: reportsCopy.shares.revokeOf(name) }).click();
  await page.getByRole('button', { name: reportsCopy.shares.revokeLink }).click();
  await expect(page.getByText(reportsCopy.shares.empty)).toBeVisible();
  expect((await shared.goto(url))?.status()).toBe(404);
  await visitor.close();
});
