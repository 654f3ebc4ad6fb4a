import type { Page } from '@playwright/test';
import { expect, type Person, test } from './people.ts';
import { toast } from './locators.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { trendingCopy } from '../src/features/trending/copy.ts';

async function putBoard({ program }: Person, adCount: number): Promise<number> {
  const { id } = await program.boards.create.mutate({ name: 'Hooks' });
  const { ads } = await program.ads.search.query({ limit: adCount });
  for (const { hash } of ads) await program.ads.addToBoard.mutate({ boardId: id, hash });
  return id;
}

test('a dialog focuses its first field, and restores the focus when it closes', async ({
  page,
  newcomer,
}) => {
  await putBoard(newcomer, 1);
  await page.goto('/boards');
  const newBoard = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'New board' });
  await newBoard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(newBoard).toBeFocused();

  const actions = page.getByRole('navigation').getByRole('button', { name: 'Actions for Hooks' });
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Rename…' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();

  await page.goto('/settings/keys');
  const create = page.getByRole('button', { name: 'Create key' }).first();
  await create.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Script');
  await page.keyboard.press('Enter');
  // The opener of the second dialog disappears with the first.
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(create).toBeFocused();
});

test('inline edits and bulk actions keep the focus, and move it to the page when the element disappears', async ({
  page,
  newcomer,
}) => {
  const id = await putBoard(newcomer, 2);
  await page.goto(`/boards/${id}`);
  const rename = page.getByRole('button', { name: 'Rename', exact: true });
  await rename.press('Enter');
  await page.keyboard.press('Escape');
  await expect(rename).toBeFocused();

  const note = page.getByRole('article').first().getByRole('button', { name: 'Add note' });
  await note.press('Enter');
  await page.keyboard.press('Escape');
  await expect(note).toBeFocused();

  await page.getByRole('checkbox').first().press('Space');
  await page.getByRole('button', { name: 'Remove from board' }).press('Enter');
  await expect(toast(page, '1 ad removed from Hooks.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('navigation').getByRole('button', { name: 'Actions for Hooks' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  await page.getByRole('button', { name: 'Delete board' }).press('Enter');
  await expect(toast(page, 'Deleted Hooks')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('a double click submits once', async ({ page, newcomer }) => {
  await page.goto('/boards');
  await page.getByRole('navigation').getByRole('button', { name: 'New board' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Once');
  await page.getByRole('button', { name: 'Create board' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Once', level: 1 })).toBeVisible();
  expect(await newcomer.program.boards.list.query()).toHaveLength(1);
});

test('a link moves the focus to the new page, and a filter keeps it', async ({ newcomer: { page } }) => {
  await page.getByRole('link', { name: 'Trending' }).press('Enter');
  await expect(page.getByRole('heading', { name: trendingCopy.title, level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  const days = page.getByRole('radio', { name: adsCopy.days(90) });
  await days.press('Space');
  await expect(page).toHaveURL(/windowDays=90/);
  await expect(days).toBeFocused();
});

async function signInAgain(page: Page, email: string): Promise<void> {
  await expect(page.getByText('You were signed out. Sign in to continue.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('a long password');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('after the session has ended, any action leads to signing in and back to the page', async ({
  page,
  newcomer: { email },
}) => {
  await page.goto('/settings/account');
  await page.getByRole('textbox', { name: 'New password' }).fill('a long password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(toast(page, 'Password set.')).toBeVisible();

  await page.context().clearCookies();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Pica');
  await page.getByRole('button', { name: 'Save name' }).click();
  await signInAgain(page, email);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();

  await page.getByRole('link', { name: 'Discover' }).click();
  const save = page.getByRole('article').first().getByRole('button', { name: /^Save/ }).first();
  await expect(save).toBeVisible();
  await page.context().clearCookies();
  await save.click();
  await signInAgain(page, email);
  await expect(save).toBeVisible();
  await expect(page.getByText('No API key was given')).toHaveCount(0);
});
