import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, type Person, test } from './people.ts';
import { selectFirstAd, toast } from './locators.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { boardsCopy } from '../src/features/boards/copy.ts';
import { appCopy } from '../src/app/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';

/** The boards in the sidebar, in order. */
function tree(page: Page): Locator {
  return page
    .getByRole('navigation', { name: appCopy.shell.pages })
    .getByRole('link', { name: /, \d+ ads?(?:, public)?$/ });
}

/** Creates boards, the first with `adCount` ads. */
async function putBoards(
  { program }: Person,
  names: readonly string[],
  adCount = 0,
): Promise<{ readonly id: number; readonly hashes: readonly string[] }> {
  const boards = [];
  for (const name of names) boards.push(await program.boards.create.mutate({ name }));
  const id = boards[0]?.id ?? 0;
  const { ads } = await program.ads.search.query({ limit: Math.max(adCount, 1) });
  const hashes = ads.slice(0, adCount).map(({ hash }) => hash);
  for (const hash of hashes) await program.ads.addToBoard.mutate({ boardId: id, hash });
  return { id, hashes };
}

/** Drags with the mouse in several steps. */
async function drag(page: Page, from: Locator, to: Locator, at: { x: number; y: number }): Promise<void> {
  await from.hover({ position: { x: 8, y: 8 } });
  await page.mouse.down();
  const box = (await to.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(box.x + at.x, box.y + at.y + 30, { steps: 4 });
  await page.mouse.move(box.x + at.x, box.y + at.y, { steps: 4 });
  // The drop target is highlighted before the mouse is released.
  await expect(page.locator('[data-over]')).toHaveCount(1);
  await page.mouse.up();
}

test('the time of a change of a board follows saving an ad', async ({ page, newcomer: { program } }) => {
  const { id, updatedAt } = await program.boards.create.mutate({ name: 'Hooks' });
  await page.reload();
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: adsCopy.save.save, exact: true }).click();
  await expect(card.getByRole('button', { name: adsCopy.save.saved, exact: true })).toBeVisible();
  await expect
    .poll(async () => (await program.boards.list.query()).find((board) => board.id === id)?.updatedAt)
    .not.toBe(updatedAt);
});

test('boards are reordered and nested by dragging, by keyboard and by menu', async ({ page, newcomer }) => {
  await putBoards(newcomer, ['Alpha', 'Beta', 'Gamma']);
  await page.goto('/boards');
  const boards = tree(page);
  const named = (name: string): Locator => boards.filter({ hasText: name });
  await expect(boards).toHaveText(['Alpha', 'Beta', 'Gamma']);

  await drag(page, named('Gamma'), named('Alpha'), { x: 20, y: 0 });
  await expect(boards).toHaveText(['Gamma', 'Alpha', 'Beta']);
  await named('Gamma').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(boards).toHaveText(['Alpha', 'Gamma', 'Beta']);

  await drag(page, named('Beta'), named('Alpha'), { x: 20, y: 16 });
  await expect(boards).toHaveText(['Alpha', 'Gamma']);
  await page.getByRole('button', { name: boardsCopy.tree.boardsIn('Alpha') }).click();
  await expect(boards).toHaveText(['Alpha', 'Beta', 'Gamma']);

  await named('Gamma').hover();
  await page.getByRole('button', { name: boardsCopy.tree.actionsFor('Gamma') }).click();
  await page.getByRole('menuitem', { name: boardsCopy.tree.moveItem }).click();
  const dialog = page.getByRole('dialog', { name: boardsCopy.tree.moveTitle('Gamma') });
  await dialog.getByRole('combobox', { name: boardsCopy.tree.moveTo }).selectOption({ label: '\u2003Beta' });
  await dialog.getByRole('button', { name: boardsCopy.tree.moveBoard }).click();
  await expect(boards).toHaveText(['Alpha', 'Beta']);
  await named('Beta').click();
  await expect(
    page.getByRole('list', { name: boardsCopy.tree.boardsIn('Beta') }).getByRole('link'),
  ).toContainText('Gamma');

  const stored = await newcomer.program.boards.list.query();
  const parentOf = (name: string): string | undefined => {
    const parentId = stored.find((board) => board.name === name)?.parentBoardId;
    return stored.find(({ id }) => id === parentId)?.name;
  };
  expect([parentOf('Alpha'), parentOf('Beta'), parentOf('Gamma')]).toEqual([undefined, 'Alpha', 'Beta']);
});

test('quick successive moves are applied in order', async ({ page, newcomer }) => {
  await putBoards(newcomer, ['Alpha', 'Beta', 'Gamma']);
  let moves = 0;
  await page.route('**/boards.update', async (route) => {
    moves += 1;
    // The first request is slow.
    if (moves === 1) await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.goto('/boards');
  const boards = tree(page);
  await boards.filter({ hasText: 'Gamma' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(boards).toHaveText(['Alpha', 'Gamma', 'Beta']);
  await page.keyboard.press('Alt+ArrowUp');
  await expect(boards).toHaveText(['Gamma', 'Alpha', 'Beta']);
  await expect
    .poll(async () => (await newcomer.program.boards.list.query()).map(({ name }) => name))
    .toEqual(['Gamma', 'Alpha', 'Beta']);
  await expect(boards).toHaveText(['Gamma', 'Alpha', 'Beta']);
  expect(moves).toBe(2);
});

test('a saved ad is moved to another board by dragging and by its menu', async ({ page, newcomer }) => {
  const { id } = await putBoards(newcomer, ['Here', 'There'], 3);
  await page.goto(`/boards/${id}`);
  const cards = page.getByRole('article');
  const boards = tree(page);
  await expect(cards).toHaveCount(3);
  await drag(page, cards.first(), boards.filter({ hasText: 'There' }), { x: 20, y: 16 });
  await expect(toast(page, adsCopy.bulk.finished(1, boardsCopy.actions.moved('There')))).toBeVisible();
  await expect(cards).toHaveCount(2);
  await expect(page.getByRole('link', { name: boardsCopy.tree.boardLabel('There', 1, false) })).toBeVisible();

  await cards
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: boardsCopy.savedAds.moveToBoard }).click();
  await page.getByRole('option', { name: 'There' }).click();
  await expect(page.getByRole('link', { name: boardsCopy.tree.boardLabel('There', 2, false) })).toBeVisible();
  await expect(cards).toHaveCount(1);
});

test('a board is shown as cards or list, filtered with URL parameters, and exported', async ({
  page,
  newcomer,
}) => {
  const { id } = await putBoards(newcomer, ['Hooks']);
  const find = async (platform: 'instagram' | 'youtube', limit: number): Promise<string[]> => {
    const { ads } = await newcomer.program.ads.search.query({ platforms: [platform], limit });
    return ads.map(({ hash }) => hash);
  };
  const total = 5;
  const hashes = [...(await find('instagram', total)), ...(await find('youtube', 12 - total))];
  for (const hash of hashes) await newcomer.program.ads.addToBoard.mutate({ boardId: id, hash });
  await page.goto(`/boards/${id}`);
  await expect(page.getByRole('article')).toHaveCount(12);
  const current = page.getByRole('navigation', { name: appCopy.shell.pages }).locator('[aria-current]');
  await expect(current).toHaveAccessibleName(boardsCopy.tree.boardLabel('Hooks', 12, false));
  await page.getByRole('button', { name: boardsCopy.filters.platform, exact: true }).click();
  await page
    .getByRole('dialog', { name: boardsCopy.filters.platform })
    .getByRole('checkbox', { name: /Instagram/ })
    .check();
  await expect(page.getByRole('article')).toHaveCount(total);
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: boardsCopy.filters.list }).click();
  const lines = page.getByRole('table').getByRole('row');
  await expect(lines).toHaveCount(total + 1);
  await page.reload();
  await expect(lines).toHaveCount(total + 1);
  await page.getByRole('button', { name: 'Remove Instagram' }).click();
  await expect(lines).toHaveCount(13);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: boardsCopy.board.export }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(hashes.filter((hash) => csv.includes(hash))).toHaveLength(12);
});

test('an action on a creative that is shown once includes all its saved ads', async ({ page, newcomer }) => {
  const { program } = newcomer;
  const { id } = await putBoards(newcomer, ['Hooks']);
  const { ads } = await program.ads.search.query({ duplicates: 'family', sortBy: 'variants', limit: 2 });
  const [first, second] = ads.map(({ hash }) => hash);
  if (first === undefined || second === undefined) throw new Error('The demo has no creatives.');
  const { members } = await program.ads.getFamily.query({ hash: first, limit: 3 });
  const same = members.map(({ hash }) => hash);
  expect(same.length).toBeGreaterThan(1);
  for (const hash of [...same, second]) await program.ads.addToBoard.mutate({ boardId: id, hash });
  const saved = async () => (await program.ads.list.query({ boardId: id })).total;

  await page.goto(`/boards/${id}?duplicates=family`);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  const count = page.getByText(adsCopy.creativesInAds(2, same.length + 1));
  await expect(count).toBeVisible();
  const card = cards.filter({ has: page.getByRole('link', { name: adsCopy.sameCreative(same.length - 1) }) });
  const act = async (name: string): Promise<void> => {
    await card.hover();
    await card.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act(boardsCopy.savedAds.removeFromThisBoard);
  await expect(page.getByText(adsCopy.creativesInAds(1, 1))).toBeVisible();
  await expect(toast(page, adsCopy.removal.removed(same.length))).toBeVisible();
  await expect.poll(saved).toBe(1);
  await page.getByRole('button', { name: uiCopy.undo }).click();
  await expect(count).toBeVisible();
  await expect.poll(saved).toBe(same.length + 1);

  await act(boardsCopy.savedAds.deleteFromAllBoards);
  const dialog = page.getByRole('dialog', { name: boardsCopy.actions.deleteTitle(same.length) });
  await dialog.getByRole('button', { name: uiCopy.cancel }).click();
  await page.getByRole('button', { name: adsCopy.remove(adsCopy.creativesOnce) }).click();
  await expect(cards).toHaveCount(same.length + 1);
});

test('the filters of a board count the ads on it', async ({ page, newcomer }) => {
  const { id } = await putBoards(newcomer, ['Counted', 'Other'], 3);
  const { boards, ads } = newcomer.program;
  const other = (await boards.list.query()).find(({ name }) => name === 'Other');
  const { ads: found } = await ads.search.query({ platforms: ['tiktok'], sortBy: 'date', limit: 5 });
  for (const { hash } of found) await ads.addToBoard.mutate({ boardId: other?.id ?? 0, hash });
  const { counts } = await ads.getFilterValues.query({ boardId: id });
  expect(counts).not.toEqual((await ads.getFilterValues.query()).counts);
  await page.goto(`/boards/${id}`);
  await page.getByRole('button', { name: boardsCopy.filters.platform, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: boardsCopy.filters.platform });
  await expect(dialog.getByText('TikTok')).toBeVisible();
  await expect(dialog.locator('label', { hasText: 'TikTok' })).toHaveText(
    `TikTok ${counts.platforms.tiktok ?? 0}`,
  );
  await expect(dialog.getByText(boardsCopy.filters.countsOfBoard)).toBeVisible();
});

test('saving many ads shows the rate limit, waits and continues until all are saved', async ({
  page,
  newcomer,
}) => {
  const { id } = await putBoards(newcomer, ['From', 'To'], 12);
  let calls = 0;
  await page.route('**/trpc/ads.addToBoard*', async (route) => {
    calls += 1;
    if (calls !== 3) return route.continue();
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '3' },
      json: {
        error: {
          message: 'There were too many calls; try again in 3 seconds.',
          code: -32_029,
          data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 },
        },
      },
    });
  });
  await page.goto(`/boards/${id}`);
  await selectFirstAd(page);
  const selected = page.getByRole('region', { name: adsCopy.bulk.selectedAds });
  await expect(selected.getByText(adsCopy.bulk.selectedCount(1))).toBeVisible();
  await selected.getByRole('button', { name: adsCopy.bulk.selectAll(12) }).click();
  await selected.getByRole('button', { name: adsCopy.bulk.saveToBoard }).click();
  await page.getByRole('dialog').getByRole('option', { name: 'To' }).click();

  const work = page.getByRole('region', { name: adsCopy.bulk.saving('To') });
  await expect(work.getByText(adsCopy.bulk.retryingIn(3))).toBeVisible();
  await expect(work.getByRole('progressbar')).toHaveAttribute('max', '12');
  await expect(toast(page, adsCopy.bulk.finished(12, adsCopy.bulk.saved('To')))).toBeVisible();
  await expect(page.getByRole('link', { name: boardsCopy.tree.boardLabel('To', 12, false) })).toBeVisible();
  expect(calls).toBe(13);
});
