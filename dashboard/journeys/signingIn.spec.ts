import { linkInMail } from './mail.ts';
import { expect, test } from './people.ts';
import { toast } from './locators.ts';
import { adsCopy } from '../src/features/ads/copy.ts';

test('a password is set, a wrong one is rejected, and a forgotten one is reset by email', async ({
  page,
  newcomer: { email },
}) => {
  await page.goto('/settings/account');
  await page.getByRole('textbox', { name: 'New password' }).fill('the first password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(toast(page, 'Password set.')).toBeVisible();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  const signIn = async (password: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await signIn('a wrong password');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await linkInMail(email));
  await page.getByRole('textbox', { name: 'New password' }).fill('the second password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn('the first password');
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn('the second password');
  await expect(page.getByRole('heading', { name: adsCopy.discover.title, level: 1 })).toBeVisible();
});

test('a session that was ended elsewhere leads to signing in and back to the page', async ({
  page,
  newcomer,
  stranger,
}) => {
  await page.goto('/settings/account');
  await page.getByRole('textbox', { name: 'New password' }).fill('a long password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(toast(page, 'Password set.')).toBeVisible();
  await page.goto('/trending?windowDays=30');
  await expect(page.getByRole('heading', { name: 'Trending', level: 1 })).toBeVisible();

  const elsewhere = await stranger();
  await elsewhere.goto('/settings/sessions');
  await elsewhere.getByRole('textbox', { name: 'Email' }).fill(newcomer.email);
  await elsewhere.getByRole('textbox', { name: 'Password' }).fill('a long password');
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  const sessions = elsewhere.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await elsewhere.getByRole('button', { name: /^End session/ }).click();
  await expect(sessions).toHaveCount(1);

  await page.getByRole('radio', { name: '90 days' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(newcomer.email);
  await page.getByRole('textbox', { name: 'Password' }).fill('a long password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Trending', level: 1 })).toBeVisible();
  await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();
});
