import { expect, test } from './people.ts';

test.use({ locale: 'de-DE' });

test('numbers and dates are formatted in the user’s locale', async ({ page, newcomer }) => {
  const { total, ads } = await newcomer.program.ads.search.query({ limit: 20 });
  await page.goto('/discover');
  await expect(
    page.getByText(`${new Intl.NumberFormat('de-DE').format(total)} ads`, { exact: true }),
  ).toBeVisible();
  expect(new Intl.NumberFormat('de-DE').format(total)).toContain('.');

  const ad = ads.find(({ startDate }) => startDate !== null);
  await page.goto(`/ads/${ad?.hash}`);
  const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' });
  await expect(page.getByText(day.format(new Date(ad?.startDate ?? ''))).first()).toBeVisible();
});
