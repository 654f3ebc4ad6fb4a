import { expect, test } from './people.ts';

test('first start: the printed link signs the owner in, once, and the demo ads are there', async ({
  page,
  browser,
}) => {
  await page.goto(process.env.MAGPIE_FIRST_LINK ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Discover', level: 1 })).toBeVisible();
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await expect(page.getByText('3,000 ads')).toBeVisible();

  const stranger = await browser.newPage();
  await stranger.goto(process.env.MAGPIE_FIRST_LINK ?? '');
  await expect(stranger.getByRole('heading', { name: 'This link does not sign in any more' })).toBeVisible();
  await stranger.close();
});
