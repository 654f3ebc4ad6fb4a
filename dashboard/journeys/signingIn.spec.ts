import { linkInMail } from './mail.ts';
import { expect, test } from './people.ts';
import { message } from './seeing.ts';

test('a password is set, a wrong one refused, a forgotten one replaced by the link of a mail', async ({
  page,
  newcomer: { email },
}) => {
  await page.goto('/settings/account');
  await page.getByRole('textbox', { name: 'New password' }).fill('the first password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(message(page, 'Your password is set.')).toBeVisible();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  const signIn = async (password: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await signIn('a wrong password');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await page.goto(await linkInMail(email));
  await page.getByRole('textbox', { name: 'New password' }).fill('the second password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn('the first password');
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn('the second password');
  await expect(page.getByRole('heading', { name: 'Discover', level: 1 })).toBeVisible();
});

test('a session that was ended elsewhere leads to signing in, and back to the page', async ({
  page,
  newcomer,
  stranger,
}) => {
  await page.goto('/settings/account');
  await page.getByRole('textbox', { name: 'New password' }).fill('a long password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(message(page, 'Your password is set.')).toBeVisible();
  await page.goto('/trending?windowDays=30');
  await expect(page.getByRole('heading', { name: 'Trending', level: 1 })).toBeVisible();

  const elsewhere = await stranger();
  await elsewhere.goto('/settings/sessions');
  await elsewhere.getByRole('textbox', { name: 'E-mail' }).fill(newcomer.email);
  await elsewhere.getByRole('textbox', { name: 'Password' }).fill('a long password');
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  const sessions = elsewhere.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await elsewhere.getByRole('button', { name: /^End the session/ }).click();
  await expect(sessions).toHaveCount(1);

  await page.getByRole('radio', { name: '90 days' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(newcomer.email);
  await page.getByRole('textbox', { name: 'Password' }).fill('a long password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Trending', level: 1 })).toBeVisible();
  await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();
});
