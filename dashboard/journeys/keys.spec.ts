import { address, expect, test } from './people.ts';

test('a key is created, shown once and copied, and works until it is revoked', async ({
  page,
  newcomer,
  request,
}) => {
  const requestStatus = async (key: string): Promise<number> => {
    const response = await request.get(`${address}/api/v1/trpc/boards.list`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return response.status();
  };
  await page.goto('/settings/keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create key' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Reporting');
  await form.getByRole('checkbox', { name: /^write/ }).uncheck();
  await form.getByRole('button', { name: 'Create key' }).click();

  const shown = page.getByRole('dialog', { name: 'API key “Reporting”' });
  await shown.getByRole('button', { name: 'Copy key' }).click();
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await expect(shown.getByText(key, { exact: true })).toBeVisible();
  expect(await requestStatus(key)).toBe(200);
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'Reporting' });
  await expect(row.getByText(/last used/)).toBeVisible();
  await expect(row.getByText('read', { exact: true })).toBeVisible();
  await expect(row.getByText('write', { exact: true })).toBeHidden();
  await expect(page.getByText(key)).toHaveCount(0);

  await row.getByRole('button', { name: 'Revoke Reporting' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(row.getByText('Revoked', { exact: true })).toBeVisible();
  expect(await requestStatus(key)).toBe(401);
  // Other keys still work.
  await newcomer.program.boards.list.query();
});
