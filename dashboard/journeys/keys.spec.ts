import { address, expect, test } from './people.ts';
import { settingsCopy } from '../src/features/settings/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';

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
  await page.getByRole('button', { name: settingsCopy.keys.createKey }).click();
  const form = page.getByRole('dialog', { name: settingsCopy.keys.createKey });
  await form.getByRole('textbox', { name: uiCopy.name }).fill('Reporting');
  await form.getByRole('checkbox', { name: /^write/ }).uncheck();
  await form.getByRole('button', { name: settingsCopy.keys.createKey }).click();

  const shown = page.getByRole('dialog', { name: settingsCopy.keys.createdTitle('Reporting') });
  await shown.getByRole('button', { name: settingsCopy.keys.copyKey }).click();
  await expect(shown.getByRole('button', { name: uiCopy.copied })).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await expect(shown.getByText(key, { exact: true })).toBeVisible();
  expect(await requestStatus(key)).toBe(200);
  await shown.getByRole('button', { name: uiCopy.done }).click();
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'Reporting' });
  await expect(row.getByText(/last used/)).toBeVisible();
  await expect(row.getByText('read', { exact: true })).toBeVisible();
  await expect(row.getByText('write', { exact: true })).toBeHidden();
  await expect(page.getByText(key)).toHaveCount(0);

  await row.getByRole('button', { name: settingsCopy.keys.revokeNamed('Reporting') }).click();
  await page.getByRole('button', { name: settingsCopy.keys.revokeKey }).click();
  await expect(row.getByText(settingsCopy.keys.revoked, { exact: true })).toBeVisible();
  expect(await requestStatus(key)).toBe(401);
  // Other keys still work.
  await newcomer.program.boards.list.query();
});
