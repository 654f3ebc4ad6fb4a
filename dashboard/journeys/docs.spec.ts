import { address, expect, magpie, test } from './people.ts';

test('a developer finds a procedure in the reference, calls it with a key and sees the answer', async ({
  stranger,
}) => {
  const key = /mgp_\w+/.exec(await magpie('users', 'add', 'developer@example.com'))?.[0] ?? '';
  const page = await stranger();
  await page.goto(`${address}/docs`);
  await expect(page.getByRole('heading', { name: 'Getting started', level: 1 })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search procedures' }).fill('create board');
  await page.getByRole('link', { name: /^boards\.create/ }).click();
  await expect(page.getByRole('heading', { name: 'boards.create', exact: true })).toBeInViewport();

  await page.getByText('Try boards.create').click();
  await page.getByRole('button', { name: 'Send POST' }).click();
  await expect(page.getByText('401 Unauthorized')).toBeVisible();
  await page.getByLabel('Your API key').fill(key);
  await page.getByRole('textbox', { name: 'Input as JSON' }).fill('{"name":"From the reference"}');
  await page.getByRole('button', { name: 'Send POST' }).click();
  await expect(page.getByText('200 OK')).toBeVisible();
  await expect(page.getByText('"name": "From the reference"')).toBeVisible();

  // The key stays for the tab, and what destroys asks first.
  await page.goto(`${address}/docs/teams#teams.delete`);
  await expect(page.getByLabel('Your API key')).toHaveValue(key);
  await page.getByText('Try teams.delete').click();
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'Send POST' }).click();
  await expect(page.getByText(/^\d{3} /)).toHaveCount(0);
});
