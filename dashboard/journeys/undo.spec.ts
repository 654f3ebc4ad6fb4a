import type { Locator, Page } from '@playwright/test';
import { adsCopy } from '../src/features/ads/copy.ts';
import { alertsCopy } from '../src/features/alerts/copy.ts';
import { boardsCopy } from '../src/features/boards/copy.ts';
import { studioCopy } from '../src/features/studio/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';
import { selectFirstAd, toast } from './locators.ts';
import { expect, type Person, test } from './people.ts';

const note = 'Opens with the problem.';

/** A board with ads, the first of them with a note. */
async function createBoard({ program }: Person, adCount: number) {
  const { id } = await program.boards.create.mutate({ name: 'Hooks' });
  const { ads } = await program.ads.search.query({ limit: adCount });
  const hashes = ads.map(({ hash }) => hash);
  for (const [number, hash] of hashes.entries())
    await program.ads.addToBoard.mutate({ boardId: id, hash, ...(number === 0 && { note }) });
  return { id, hashes };
}

/** The boards by name, with their number of ads. */
async function countAds({ program }: Person): Promise<Record<string, number>> {
  const boards = await program.boards.list.query();
  return Object.fromEntries(boards.map(({ name, adCount }) => [name, adCount]));
}

async function removeAll(page: Page, count: number): Promise<void> {
  await selectFirstAd(page);
  const selected = page.getByRole('region', { name: adsCopy.bulk.selectedAds });
  await selected.getByRole('button', { name: adsCopy.bulk.selectAll(count) }).click();
  await selected.getByRole('button', { name: boardsCopy.actions.removeFromBoard }).click();
}

/** Removes the only ad of a board. */
async function removeByMenu(page: Page): Promise<void> {
  await page
    .getByRole('article')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: boardsCopy.savedAds.removeFromThisBoard }).click();
}

function undoButton(page: Page): Locator {
  return page.getByRole('button', { name: uiCopy.undo });
}

test('ads removed from their only board stay in the library with their notes', async ({ page, newcomer }) => {
  const { id, hashes } = await createBoard(newcomer, 2);
  await page.goto(`/boards/${id}`);
  await removeAll(page, 2);
  await expect(toast(page, adsCopy.removal.removed(2))).toBeVisible();
  await expect(page.getByText(boardsCopy.savedAds.emptyBoard)).toBeVisible();
  await expect.poll(() => countAds(newcomer)).toEqual({ Hooks: 0, [adsCopy.removal.unsorted]: 2 });
  expect(await newcomer.program.ads.getDetails.query({ hash: hashes[0] ?? '' })).toMatchObject({ note });
});

test('undo puts removed ads back on the board, with their notes', async ({ page, newcomer }) => {
  const { id } = await createBoard(newcomer, 2);
  const listAds = async () => (await newcomer.program.ads.list.query({ boardId: id })).ads;
  const before = (await listAds()).map(({ hash, savedAt, note: text }) => ({ hash, savedAt, note: text }));
  await page.goto(`/boards/${id}`);
  await removeAll(page, 2);
  await expect(page.getByRole('article')).toHaveCount(0);
  await undoButton(page).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByText(note)).toBeVisible();
  await expect.poll(() => countAds(newcomer)).toEqual({ Hooks: 2 });
  expect(await listAds()).toMatchObject(before);
});

test('an ad on several boards leaves only the board it is removed from', async ({ page, newcomer }) => {
  const { id, hashes } = await createBoard(newcomer, 1);
  const other = await newcomer.program.boards.create.mutate({ name: 'Other' });
  await newcomer.program.ads.addToBoard.mutate({ boardId: other.id, hash: hashes[0] ?? '' });
  await page.goto(`/boards/${id}`);
  await removeByMenu(page);
  await expect(page.getByText(boardsCopy.savedAds.emptyBoard)).toBeVisible();
  await expect.poll(() => countAds(newcomer)).toEqual({ Hooks: 0, Other: 1 });
});

test('Ctrl+Z undoes the newest change, but not while typing', async ({ page, newcomer }) => {
  const { id } = await createBoard(newcomer, 1);
  await page.goto(`/boards/${id}`);
  await removeByMenu(page);
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('searchbox', { name: boardsCopy.filters.search }).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(undoButton(page)).toBeVisible();
  await page.locator('#content').focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(undoButton(page)).toBeHidden();
  await expect.poll(() => countAds(newcomer)).toEqual({ Hooks: 1 });
});

test('a deleted board is restored with its ads and the boards inside it', async ({ page, newcomer }) => {
  const { id } = await createBoard(newcomer, 2);
  await newcomer.program.boards.create.mutate({ name: 'Summer', parentBoardId: id });
  const before = await newcomer.program.boards.list.query();
  await page.goto(`/boards/${id}`);
  await page.getByRole('button', { name: boardsCopy.board.actions }).click();
  await page.getByRole('menuitem', { name: uiCopy.delete }).click();
  await expect(toast(page, boardsCopy.tree.deleted('Hooks'))).toBeVisible();
  await expect(page.getByRole('link', { name: /^Hooks, / })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Summer, / }).first()).toBeVisible();
  await undoButton(page).click();
  await expect(page.getByRole('link', { name: /^Hooks, / }).first()).toBeVisible();
  expect(await newcomer.program.boards.list.query()).toEqual(before);
});

test('the ads of a deleted board stay in the library with their notes', async ({ page, newcomer }) => {
  const { id, hashes } = await createBoard(newcomer, 2);
  await page.goto(`/boards/${id}`);
  await page.getByRole('button', { name: boardsCopy.board.actions }).click();
  await page.getByRole('menuitem', { name: uiCopy.delete }).click();
  await expect(toast(page, boardsCopy.tree.deleted('Hooks'))).toBeVisible();
  // The server deletes the board when its toast is closed.
  await page
    .getByRole('region', { name: uiCopy.notifications })
    .locator('div', { has: undoButton(page) })
    .getByRole('button', { name: uiCopy.dismiss })
    .click();
  await expect.poll(() => countAds(newcomer)).toEqual({ [adsCopy.removal.unsorted]: 2 });
  expect(await newcomer.program.ads.getDetails.query({ hash: hashes[0] ?? '' })).toMatchObject({ note });
});

test('an ad is unsaved from its card in Discover, and saved again by Undo', async ({ page, newcomer }) => {
  const card = page.getByRole('article').first();
  const save = card.getByRole('button', { name: adsCopy.save.save, exact: true });
  const saved = card.getByRole('button', { name: adsCopy.save.saved, exact: true });
  await save.click();
  const board = adsCopy.save.firstBoard;
  await expect(toast(page, adsCopy.save.savedTo(board))).toBeVisible();
  await saved.click();
  await expect(save).toBeVisible();
  await expect(toast(page, adsCopy.removal.removedFrom(board))).toBeVisible();
  await undoButton(page).click();
  await expect(saved).toBeVisible();
  expect(await countAds(newcomer)).toEqual({ [board]: 1 });

  await saved.click();
  await expect(save).toBeVisible();
  await page
    .getByRole('region', { name: uiCopy.notifications })
    .locator('div', { has: undoButton(page) })
    .getByRole('button', { name: uiCopy.dismiss })
    .click();
  await expect.poll(() => countAds(newcomer)).toEqual({ [board]: 0 });
});

test('an ad that is saved again right after it was unsaved stays saved', async ({ page, newcomer }) => {
  const card = page.getByRole('article').first();
  const save = card.getByRole('button', { name: adsCopy.save.save, exact: true });
  const saved = card.getByRole('button', { name: adsCopy.save.saved, exact: true });
  await save.click();
  await expect(page.getByRole('link', { name: `${adsCopy.save.firstBoard}, 1 ad` })).toBeVisible();
  await saved.click();
  await save.click();
  await expect(saved).toBeVisible();
  await expect(undoButton(page)).toBeHidden();
  expect(await countAds(newcomer)).toEqual({ [adsCopy.save.firstBoard]: 1 });
});

test('a deleted rule is restored by Undo, and deleted when the page is closed', async ({
  page,
  newcomer: { program },
}) => {
  const { id } = await program.notifications.upsertRule.mutate({ name: 'Shipping', event: 'new_ads' });
  const countRules = async (): Promise<number> => (await program.notifications.listRules.query()).length;
  await page.goto('/alerts?tab=rules');
  const rule = page.getByRole('link', { name: 'Shipping', exact: true });
  const remove = page.getByRole('button', { name: alertsCopy.rules.deleteRule('Shipping') });
  await remove.press('Enter');
  await expect(rule).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  // Opening another page does not bring it back.
  await page.getByRole('link', { name: adsCopy.discover.title, exact: true }).first().click();
  await expect(page.getByRole('heading', { name: adsCopy.discover.title, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(alertsCopy.rules.empty)).toBeVisible();
  expect(await countRules()).toBe(1);
  await undoButton(page).click();
  await expect(rule).toBeVisible();
  expect((await program.notifications.listRules.query())[0]?.id).toBe(id);

  await remove.click();
  await expect(rule).toBeHidden();
  await page.goto('about:blank');
  await expect.poll(countRules).toBe(0);
});

test('a deleted product is restored by Undo', async ({ page, newcomer: { program } }) => {
  const given = { name: 'Kettle', brandName: 'Acme', description: 'Boils in 90 seconds.' };
  const { id } = await program.cloneProducts.create.mutate(given);
  await page.goto('/studio?tab=products');
  const product = page.getByRole('heading', { name: given.name, level: 3 });
  await page.getByRole('button', { name: studioCopy.products.actionsFor(given.name) }).click();
  await page.getByRole('menuitem', { name: uiCopy.delete }).click();
  await expect(toast(page, studioCopy.products.deleted(given.name))).toBeVisible();
  await expect(product).toBeHidden();
  await undoButton(page).click();
  await expect(product).toBeVisible();
  expect(await program.cloneProducts.list.query()).toMatchObject([{ id, ...given }]);
});
