import { linkInMail } from './mail.ts';
import { expect, test } from './people.ts';
import { toast } from './locators.ts';
import { authCopy } from '../src/features/auth/copy.ts';
import { appCopy } from '../src/app/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';
import { settingsCopy } from '../src/features/settings/copy.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { trendingCopy } from '../src/features/trending/copy.ts';

test('a password is set, a wrong one is rejected, and a forgotten one is reset by email', async ({
  page,
  newcomer: { email },
}) => {
  await page.goto('/settings/account');
  await page.getByRole('textbox', { name: settingsCopy.account.newPassword }).fill('the first password');
  await page.getByRole('button', { name: settingsCopy.account.setPassword }).click();
  await expect(toast(page, settingsCopy.account.passwordSet)).toBeVisible();
  await page.getByRole('button', { name: appCopy.shell.account, exact: true }).click();
  await page.getByRole('menuitem', { name: appCopy.shell.signOut }).click();
  await expect(page.getByRole('heading', { name: authCopy.signIn.signIn })).toBeVisible();

  const signIn = async (password: string): Promise<void> => {
    await page.getByRole('textbox', { name: uiCopy.email }).fill(email);
    await page.getByRole('textbox', { name: uiCopy.password }).fill(password);
    await page.getByRole('button', { name: authCopy.signIn.signIn }).click();
  };
  await signIn('a wrong password');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('heading', { name: authCopy.signIn.signIn })).toBeVisible();

  await page.getByRole('link', { name: authCopy.signIn.forgotPassword }).click();
  await page.getByRole('textbox', { name: uiCopy.email }).fill(email);
  await page.getByRole('button', { name: authCopy.password.sendLink }).click();
  await expect(page.getByRole('heading', { name: authCopy.checkYourEmail })).toBeVisible();
  await page.goto(await linkInMail(email));
  await page.getByRole('textbox', { name: authCopy.password.newPassword }).fill('the second password');
  await page.getByRole('button', { name: authCopy.password.setPassword }).click();
  await page.getByRole('link', { name: authCopy.signIn.signIn }).click();
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
  await page.getByRole('textbox', { name: settingsCopy.account.newPassword }).fill('a long password');
  await page.getByRole('button', { name: settingsCopy.account.setPassword }).click();
  await expect(toast(page, settingsCopy.account.passwordSet)).toBeVisible();
  await page.goto('/trending?windowDays=30');
  await expect(page.getByRole('heading', { name: trendingCopy.title, level: 1 })).toBeVisible();

  const elsewhere = await stranger();
  await elsewhere.goto('/settings/sessions');
  await elsewhere.getByRole('textbox', { name: uiCopy.email }).fill(newcomer.email);
  await elsewhere.getByRole('textbox', { name: uiCopy.password }).fill('a long password');
  await elsewhere.getByRole('button', { name: authCopy.signIn.signIn }).click();
  const sessions = elsewhere.getByRole('list', { name: settingsCopy.sessions.title }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await elsewhere.getByRole('button', { name: /^End session/ }).click();
  await expect(sessions).toHaveCount(1);

  await page.getByRole('radio', { name: '90 days' }).click();
  await expect(page.getByRole('heading', { name: authCopy.signIn.signIn })).toBeVisible();
  await page.getByRole('textbox', { name: uiCopy.email }).fill(newcomer.email);
  await page.getByRole('textbox', { name: uiCopy.password }).fill('a long password');
  await page.getByRole('button', { name: authCopy.signIn.signIn }).click();
  await expect(page.getByRole('heading', { name: trendingCopy.title, level: 1 })).toBeVisible();
  await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();
});
