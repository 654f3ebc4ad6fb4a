import { expect, test } from './people.ts';
import { authCopy } from '../src/features/auth/copy.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { brandsCopy } from '../src/features/brands/copy.ts';

const copy = adsCopy.firstSteps;

test('first start: the printed link signs the owner in once, and shows demo ads and first steps', async ({
  page,
  stranger,
}) => {
  await page.goto(process.env.MAGPIE_FIRST_LINK ?? '');
  await page.getByRole('button', { name: authCopy.signIn.signIn }).click();
  await expect(page.getByRole('heading', { name: adsCopy.discover.title, level: 1 })).toBeVisible();
  await expect(page.getByText(/^3,0\d\d ads$/)).toBeVisible();
  await expect(page.getByRole('article')).not.toHaveCount(0);

  const steps = page.getByRole('region', { name: copy.title });
  await expect(steps.getByText(copy.progress(0, 5))).toBeVisible();
  await page.getByRole('textbox', { name: adsCopy.discover.search }).fill('shipping');
  await expect(steps.getByText(copy.progress(1, 5))).toBeVisible();
  await steps.getByRole('link', { name: copy.steps.follow }).click();
  await expect(page.getByRole('heading', { name: brandsCopy.list.title, level: 1 })).toBeVisible();
  await page.goBack();
  await steps.getByRole('button', { name: copy.dismiss }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await expect(steps).toBeHidden();

  const other = await stranger();
  await other.goto(process.env.MAGPIE_FIRST_LINK ?? '');
  await expect(other.getByRole('heading', { name: 'This sign-in link has expired' })).toBeVisible();
  await expect(other.getByText('users link')).toBeHidden();
  await expect(other.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('the first steps disappear when all are done', async ({ page, newcomer: { program } }) => {
  const steps = page.getByRole('region', { name: copy.title });
  const { ads } = await program.ads.search.query({ limit: 1 });
  const [ad] = ads;
  const { id: boardId } = await program.boards.create.mutate({ name: 'Hooks' });
  await program.ads.addToBoard.mutate({ boardId, hash: ad?.hash ?? '' });
  await program.companies.follow.mutate({ companyName: ad?.advertiser.name ?? '' });
  await program.notifications.upsertRule.mutate({ name: 'Sales', event: 'copy_matches', keywords: ['sale'] });
  await page.reload();
  // Only owners can add brands.
  await expect(steps.getByText(copy.progress(3, 4))).toBeVisible();
  await page.getByRole('textbox', { name: adsCopy.discover.search }).fill('shipping');
  await expect(steps).toHaveCount(0);
});
