import type { Page } from '@playwright/test';
import { expect, type Person, test } from './people.ts';
import { toast } from './locators.ts';
import { boardsCopy } from '../src/features/boards/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';
import { settingsCopy } from '../src/features/settings/copy.ts';
import { appCopy } from '../src/app/copy.ts';
import { libCopy } from '../src/lib/copy.ts';
import { authCopy } from '../src/features/auth/copy.ts';
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
  const newBoard = page
    .getByRole('navigation', { name: appCopy.shell.pages })
    .getByRole('button', { name: boardsCopy.tree.newBoard });
  await newBoard.press('Enter');
  await expect(page.getByRole('textbox', { name: uiCopy.name })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(newBoard).toBeFocused();

  const actions = page
    .getByRole('navigation')
    .getByRole('button', { name: boardsCopy.tree.actionsFor('Hooks') });
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: boardsCopy.tree.renameItem }).press('Enter');
  await expect(page.getByRole('textbox', { name: uiCopy.name })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();

  await page.goto('/settings/keys');
  const create = page.getByRole('button', { name: settingsCopy.keys.createKey }).first();
  await create.press('Enter');
  await page.getByRole('textbox', { name: uiCopy.name }).fill('Script');
  await page.keyboard.press('Enter');
  // The opener of the second dialog disappears with the first.
  await page.getByRole('button', { name: uiCopy.done }).press('Enter');
  await expect(create).toBeFocused();
});

test('inline edits and bulk actions keep the focus, and move it to the page when the element disappears', async ({
  page,
  newcomer,
}) => {
  const id = await putBoard(newcomer, 2);
  await page.goto(`/boards/${id}`);
  const rename = page.getByRole('button', { name: boardsCopy.board.rename, exact: true });
  await rename.press('Enter');
  await page.keyboard.press('Escape');
  await expect(rename).toBeFocused();

  const note = page.getByRole('article').first().getByRole('button', { name: boardsCopy.savedAds.addNote });
  await note.press('Enter');
  await page.keyboard.press('Escape');
  await expect(note).toBeFocused();

  await page.getByRole('checkbox').first().press('Space');
  await page.getByRole('button', { name: boardsCopy.actions.removeFromBoard }).press('Enter');
  await expect(toast(page, adsCopy.removal.removed(1))).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  await page
    .getByRole('navigation')
    .getByRole('button', { name: boardsCopy.tree.actionsFor('Hooks') })
    .press('Enter');
  await page.getByRole('menuitem', { name: uiCopy.delete }).press('Enter');
  await expect(toast(page, boardsCopy.tree.deleted('Hooks'))).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('a double click submits once', async ({ page, newcomer }) => {
  await page.goto('/boards');
  await page.getByRole('navigation').getByRole('button', { name: boardsCopy.tree.newBoard }).click();
  await page.getByRole('textbox', { name: uiCopy.name }).fill('Once');
  await page.getByRole('button', { name: boardsCopy.tree.createBoard }).dblclick();
  await expect(page.getByRole('heading', { name: 'Once', level: 1 })).toBeVisible();
  expect(await newcomer.program.boards.list.query()).toHaveLength(1);
});

test('a link moves the focus to the new page, and a filter keeps it', async ({ newcomer: { page } }) => {
  await page.getByRole('link', { name: appCopy.shell.trending }).press('Enter');
  await expect(page.getByRole('heading', { name: trendingCopy.title, level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  const days = page.getByRole('radio', { name: adsCopy.days(90) });
  await days.press('Space');
  await expect(page).toHaveURL(/windowDays=90/);
  await expect(days).toBeFocused();
});

async function signInAgain(page: Page, email: string): Promise<void> {
  await expect(page.getByText(libCopy.signedOut)).toBeVisible();
  await page.getByRole('textbox', { name: uiCopy.email }).fill(email);
  await page.getByRole('textbox', { name: uiCopy.password }).fill('a long password');
  await page.getByRole('button', { name: authCopy.signIn.signIn }).click();
}

test('after the session has ended, any action leads to signing in and back to the page', async ({
  page,
  newcomer: { email },
}) => {
  await page.goto('/settings/account');
  await page.getByRole('textbox', { name: settingsCopy.account.newPassword }).fill('a long password');
  await page.getByRole('button', { name: settingsCopy.account.setPassword }).click();
  await expect(toast(page, settingsCopy.account.passwordSet)).toBeVisible();

  await page.context().clearCookies();
  await page.getByRole('textbox', { name: settingsCopy.account.yourName }).fill('Pica');
  await page.getByRole('button', { name: settingsCopy.account.saveName }).click();
  await signInAgain(page, email);
  await expect(page.getByRole('heading', { name: settingsCopy.page.settings, level: 1 })).toBeVisible();

  await page.getByRole('link', { name: appCopy.shell.discover }).click();
  const save = page.getByRole('article').first().getByRole('button', { name: /^Save/ }).first();
  await expect(save).toBeVisible();
  await page.context().clearCookies();
  await save.click();
  await signInAgain(page, email);
  await expect(save).toBeVisible();
  await expect(page.getByText('No API key was given')).toHaveCount(0);
});
