import { expect, test } from './people.ts';
import { authCopy } from '../src/features/auth/copy.ts';
import { appCopy } from '../src/app/copy.ts';

test('first start: the printed link signs the owner in once, and shows demo ads and first steps', async ({
  page,
  stranger,
}) => {
  await page.goto(process.env.MAGPIE_FIRST_LINK ?? '');
  await page.getByRole('button', { name: authCopy.signIn.signIn }).click();
  await expect(page.getByRole('heading', { name: appCopy.shell.discover, level: 1 })).toBeVisible();
  await expect(page.getByText(/^3,0\d\d ads$/)).toBeVisible();
  await expect(page.getByRole('article')).not.toHaveCount(0);

  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('0 of 5 done')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search ads' }).fill('shipping');
  await expect(steps.getByText('1 of 5 done')).toBeVisible();
  await steps.getByRole('link', { name: 'Follow a brand' }).click();
  await expect(page.getByRole('heading', { name: appCopy.shell.brands, level: 1 })).toBeVisible();
  await page.goBack();
  await steps.getByRole('button', { name: 'Dismiss first steps' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await expect(steps).toBeHidden();

  const other = await stranger();
  await other.goto(process.env.MAGPIE_FIRST_LINK ?? '');
  await expect(other.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
});
