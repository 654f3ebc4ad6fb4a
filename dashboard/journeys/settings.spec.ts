import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { section, toast } from './locators.ts';
import { expect, test } from './people.ts';
import { appCopy } from '../src/app/copy.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { settingsCopy } from '../src/features/settings/copy.ts';
import { libCopy } from '../src/lib/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

test('the theme is applied after a reload, before any script of the app has loaded', async ({
  newcomer: { page },
}) => {
  const light = await background(page);
  await page.getByRole('button', { name: appCopy.shell.account, exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: libCopy.themeNames.dark }).click();
  await expect.poll(() => background(page)).not.toBe(light);
  const dark = await background(page);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  expect(await background(page)).toBe(dark);
  await page.unroute('**/assets/*.js');
  await page.reload();
  await page.getByRole('button', { name: appCopy.shell.account, exact: true }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: libCopy.themeNames.dark })).toBeChecked();
});

/** The width of a decoded image; 0 if it failed. */
function width(image: Locator): Promise<number> {
  return image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
}

test('a logo is uploaded for a person and a team, shown on their public boards, and removed; other files are rejected', async ({
  page,
  newcomer: { program },
  stranger,
}) => {
  const copy = settingsCopy.logo;
  const team = await program.teams.create.mutate({ name: 'Agency' });
  const file = {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } }),
  };
  const visitor = await stranger();
  for (const [settings, teamId] of [
    ['/settings/account', null],
    [`/settings/team?team=${team.id}`, team.id],
  ] as const) {
    const board = await program.boards.create.mutate({ name: 'Hooks', teamId });
    await program.boards.togglePublic.mutate({ id: board.id, published: true });
    await page.goto(settings);
    const logo = section(page, copy.title);
    const input = logo.getByLabel(copy.file);
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(logo.getByRole('alert')).toBeVisible();
    await input.setInputFiles(file);
    await expect(toast(page, copy.saved)).toBeVisible();
    const current = logo.getByRole('img', { name: copy.current });
    await expect.poll(() => width(current)).toBeGreaterThan(0);
    await visitor.goto(`/b/${board.id}`);
    await expect.poll(() => width(visitor.locator('.owner img'))).toBeGreaterThan(0);

    await logo.getByRole('button', { name: uiCopy.remove }).click();
    await expect(toast(page, copy.removed)).toBeVisible();
    await expect(current).toBeHidden();
    await visitor.reload();
    await expect(visitor.locator('.owner img')).toHaveCount(0);
  }
});

test('account data is exported as one archive', async ({ page, newcomer: { email } }) => {
  await page.goto('/settings/account');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: settingsCopy.account.exportMyData }).click();
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
  await page.getByRole('button', { name: settingsCopy.webhooks.addWebhook }).click();
  const form = page.getByRole('dialog', { name: settingsCopy.webhooks.addWebhook });
  const { channels, urls, wrongAddress } = settingsCopy.webhooks;
  await form.getByRole('textbox', { name: urls.slack }).fill('https://example.com/no-webhook-of-slack');
  await form.getByRole('button', { name: settingsCopy.webhooks.addAndTest }).click();
  await expect(form.getByRole('alert')).toHaveText(wrongAddress(channels.slack));
  await form.getByRole('radio', { name: channels.other }).click();
  await form
    .getByRole('textbox', { name: settingsCopy.webhooks.urls.other })
    .fill('http://127.0.0.1:1/inside');
  await form.getByRole('button', { name: settingsCopy.webhooks.addWebhook }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await form.getByRole('textbox', { name: settingsCopy.webhooks.urls.other }).fill(address);
  await form.getByRole('button', { name: settingsCopy.webhooks.addWebhook }).click();
  const secret = page.getByRole('dialog', { name: settingsCopy.webhooks.secretTitle });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: uiCopy.done }).click();

  await page.getByRole('button', { name: settingsCopy.webhooks.sendTest }).click();
  const log = page.getByRole('list', { name: settingsCopy.webhooks.deliveriesTo(address) });
  await expect(log.getByText(settingsCopy.webhooks.stateNames.delivered, { exact: true })).toBeVisible();
  await log.getByText(settingsCopy.webhooks.attempts, { exact: true }).click();
  await expect(log.getByText(settingsCopy.webhooks.httpStatus(204))).toBeVisible();
  await page.getByRole('button', { name: settingsCopy.webhooks.actionsFor(address) }).click();
  await page.getByRole('menuitem', { name: uiCopy.delete }).click();
  await page.getByRole('button', { name: settingsCopy.webhooks.deleteWebhook }).click();
  await expect(page.getByText(settingsCopy.webhooks.empty)).toBeVisible();
});

test('an agent is connected by a line that is copied', async ({ newcomer: { page } }) => {
  await page.goto('/settings/agents');
  const { agents } = settingsCopy;
  const lines = page.getByRole('list', { name: agents.agents }).getByRole('listitem');
  await expect(lines).not.toHaveCount(0);
  const first = lines.first();
  const shown = (await first.locator('code, pre').first().textContent()) ?? '';
  expect(shown).toContain('/mcp');
  await first.getByRole('button').click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
});

test('sources show their last import', async ({ newcomer: { page } }) => {
  await page.goto('/settings/sources');
  await expect(page.getByText(/demo/i).first()).toBeVisible();
  await expect(page.getByRole('button', { name: adsCopy.demo.remove })).toHaveCount(0);
});
