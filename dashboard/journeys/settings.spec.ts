import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './people.ts';

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

test('the theme is applied after a reload, before any script of the app has loaded', async ({
  newcomer: { page },
}) => {
  const light = await background(page);
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click();
  await expect.poll(() => background(page)).not.toBe(light);
  const dark = await background(page);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  expect(await background(page)).toBe(dark);
  await page.unroute('**/assets/*.js');
  await page.reload();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Dark' })).toBeChecked();
});

test('account data is exported as one archive', async ({ page, newcomer: { email } }) => {
  await page.goto('/settings/account');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const archive = await download;
  expect(archive.suggestedFilename()).toMatch(/\.tar\.gz$/);
  expect([...readFileSync(await archive.path()).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  await expect(page.getByText(email).first()).toBeVisible();
});

test('a webhook is added, receives a test, and its log shows the delivery', async ({
  newcomer: { page },
}) => {
  const address = `http://${process.env.MAGPIE_RECEIVER}/magpie`;
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  await form.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:1/inside');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await form.getByRole('textbox', { name: 'URL' }).fill(address);
  await form.getByRole('button', { name: 'Add webhook' }).click();
  const secret = page.getByRole('dialog', { name: 'Webhook secret' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Send test' }).click();
  const log = page.getByRole('list', { name: `Deliveries to ${address}` });
  await expect(log.getByText('Delivered', { exact: true })).toBeVisible();
  await log.getByText('Attempts', { exact: true }).click();
  await expect(log.getByText(/status 204/)).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${address}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByText('No webhooks yet.')).toBeVisible();
});

test('sources show their last import', async ({ newcomer: { page } }) => {
  await page.goto('/settings/sources');
  await expect(page.getByText(/demo/i).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove demo ads' })).toHaveCount(0);
});

test('removing demo ads needs confirmation', async ({ page }) => {
  await signIn(page, { email: 'owner@localhost' });
  await page.goto('/settings/sources');
  await page.getByRole('button', { name: 'Remove demo ads' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove all demo ads?' });
  await expect(dialog.getByText('your boards and saved ads stay')).toBeVisible();
  // Other journeys need them.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});
