import type { Page } from '@playwright/test';
import { adsCopy } from '../src/features/ads/copy.ts';
import { commentsCopy as comments } from '../src/features/ads/detail/copy.ts';
import { savePageCopy as savePage } from '../src/features/ads/save/copy.ts';
import { boardsCopy } from '../src/features/boards/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';
import { selectFirstAd, toast } from './locators.ts';
import { settingsCopy } from '../src/features/settings/copy.ts';
import { addPerson, expect, type Person, signIn, test } from './people.ts';

const { labels, bulk } = adsCopy;

/** A board with ads. */
async function createBoard({ program }: Person, adCount: number) {
  const { id } = await program.boards.create.mutate({ name: 'Hooks' });
  const { ads } = await program.ads.search.query({ limit: adCount });
  for (const { hash } of ads) await program.ads.addToBoard.mutate({ boardId: id, hash });
  return id;
}

async function selectAll(page: Page, count: number): Promise<void> {
  await selectFirstAd(page);
  await page.getByRole('region', { name: bulk.selectedAds }).getByText(bulk.selectAll(count)).click();
}

test('labels and a stage are given to several ads, filter a board with counts, and come back by undo', async ({
  page,
  newcomer,
}) => {
  const boardId = await createBoard(newcomer, 3);
  const listAds = async () => (await newcomer.program.ads.list.query({ boardId })).ads;
  await page.goto(`/boards/${boardId}`);
  await selectAll(page, 3);
  await page.getByRole('button', { name: labels.action }).click();
  const dialog = page.getByRole('dialog', { name: labels.organize(3) });
  await dialog.getByRole('combobox', { name: labels.find }).fill('Strong hook');
  await dialog.getByRole('option', { name: labels.create('Strong hook') }).click();
  await expect(dialog.getByRole('option', { name: 'Strong hook' })).toContainText(labels.given(3, 3));
  await dialog.getByRole('combobox', { name: labels.stage }).selectOption(labels.stages.shortlisted);
  await expect(toast(page, labels.stageSet(3, labels.stages.shortlisted))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article').getByText('Strong hook')).toHaveCount(3);
  await expect
    .poll(async () => (await listAds()).map(({ stage }) => stage))
    .toEqual(Array(3).fill('shortlisted'));
  await page.getByRole('button', { name: uiCopy.undo }).click();
  await expect.poll(async () => (await listAds()).map(({ stage }) => stage)).toEqual([null, null, null]);

  const [first] = await listAds();
  await newcomer.program.ads.setStage.mutate({ hashes: [first?.hash ?? ''], stage: 'done' });
  await page.reload();
  await page.getByRole('button', { name: labels.menu, exact: true }).click();
  const filters = page.getByRole('dialog', { name: labels.menu });
  await expect(filters.getByRole('checkbox', { name: 'Strong hook 3' })).toBeVisible();
  await filters.getByRole('checkbox', { name: `${labels.stages.done} 1` }).check();
  await expect(page.getByText(boardsCopy.savedAds.count(1), { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: adsCopy.filters.active })).toContainText(labels.stages.done);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a deleted label comes back by undo', async ({ page, newcomer }) => {
  const boardId = await createBoard(newcomer, 1);
  const { program } = newcomer;
  const { id } = await program.labels.create.mutate({ name: 'Strong hook', color: 'blue' });
  const { ads } = await program.ads.list.query({ boardId });
  await program.ads.setLabels.mutate({ hashes: ads.map(({ hash }) => hash), add: [id] });
  await page.goto(`/boards/${boardId}`);
  const card = page.getByRole('article');
  await card.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: boardsCopy.savedAds.labelsAndStage }).click();
  await page.getByRole('button', { name: labels.edit }).click();
  await page.getByRole('button', { name: labels.deleteLabel('Strong hook') }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(card.getByText('Strong hook')).toHaveCount(0);
  await page.getByRole('button', { name: uiCopy.undo }).click();
  await expect(card.getByText('Strong hook')).toBeVisible();
  expect(await program.labels.list.query()).toMatchObject([{ name: 'Strong hook', adCount: 1 }]);
});

test('several ads of Discover are saved to a board at once', async ({ page, newcomer }) => {
  const { id } = await newcomer.program.boards.create.mutate({ name: 'Hooks' });
  await page.goto('/discover');
  await selectFirstAd(page);
  await page.getByRole('article').nth(1).hover();
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .nth(1)
    .check();
  const bar = page.getByRole('region', { name: bulk.selectedAds });
  await expect(bar).toContainText(bulk.selectedCount(2));
  await bar.getByRole('button', { name: bulk.saveToBoard }).click();
  await page
    .getByRole('dialog', { name: bulk.saveTitle(2) })
    .getByRole('option', { name: 'Hooks' })
    .click();
  await expect(toast(page, bulk.finished(2, bulk.saved('Hooks')))).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect((await newcomer.program.ads.list.query({ boardId: id })).total).toBe(2);
});

test('Escape and the bar clear the selection on Discover', async ({ page, newcomer: _newcomer }) => {
  await page.goto('/discover');
  const bar = page.getByRole('region', { name: bulk.selectedAds });
  await selectFirstAd(page);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await selectFirstAd(page);
  await bar.getByRole('button', { name: bulk.clearSelection }).click();
  await expect(bar).toHaveCount(0);
});

test('members of a team comment on a saved ad, edit and delete their own comments; viewers read', async ({
  page,
  newcomer,
  stranger,
}) => {
  const { program } = newcomer;
  const team = await program.teams.create.mutate({ name: 'Agency' });
  const { id: boardId } = await program.boards.create.mutate({ name: 'Shared', teamId: team.id });
  const { ads } = await program.ads.search.query({ limit: 1 });
  const hash = ads[0]?.hash ?? '';
  await program.ads.addToBoard.mutate({ boardId, hash });
  const viewer = await addPerson();
  const { url } = await program.teams.createInviteLink.mutate({ id: team.id, role: 'viewer' });
  await viewer.program.teams.acceptInvitation.mutate({ token: url.split('/').at(-1) ?? '' });

  await page.goto(`/ads/${hash}`);
  const list = page.getByRole('list', { name: comments.title });
  await page.getByRole('textbox', { name: comments.add }).fill('Try this hook.\nWith our kettle.');
  await page.getByRole('button', { name: comments.action, exact: true }).click();
  await expect(list.getByText('With our kettle.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: comments.add })).toHaveValue('');
  await list.getByRole('button', { name: comments.editOne }).click();
  await page.getByRole('textbox', { name: comments.editOne }).fill('Try this hook soon.');
  await list.getByRole('button', { name: uiCopy.save, exact: true }).click();
  await expect(list.getByText('Try this hook soon.')).toBeVisible();
  await expect(list).toContainText(comments.edited(''));

  const viewers = await stranger();
  await signIn(viewers, viewer);
  await viewers.goto(`/ads/${hash}`);
  const seen = viewers.getByRole('list', { name: comments.title });
  await expect(seen.getByText('Try this hook soon.')).toBeVisible();
  await expect(seen.getByRole('button')).toHaveCount(0);
  await expect(viewers.getByRole('textbox', { name: comments.add })).toHaveCount(0);

  await list.getByRole('button', { name: comments.deleteOne }).click();
  await expect(page.getByText(comments.empty)).toBeVisible();
  await page.getByRole('button', { name: uiCopy.undo }).click();
  await expect(list.getByText('Try this hook soon.')).toBeVisible();
});

test('the page of the bookmarklet saves a page by its address and picture', async ({ page, newcomer }) => {
  await newcomer.program.boards.create.mutate({ name: 'Hooks' });
  await page.goto('/settings/browser');
  const link = page.getByRole('link', { name: settingsCopy.browser.saveToMagpie });
  await expect(link).toHaveAttribute('href', /^javascript:.*\/save\?/);
  const url = 'https://www.facebook.com/ads/library/?id=777000111222333';
  await page.goto(`/save?${new URLSearchParams({ url, title: 'Kettle sale', site: 'Northpot' })}`);
  await expect(page.getByRole('combobox', { name: savePage.platform })).toHaveValue('facebook');
  await expect(page.getByRole('textbox', { name: savePage.brand })).toHaveValue('Northpot');
  await page.getByRole('button', { name: savePage.save, exact: true }).click();
  await page.getByRole('link', { name: savePage.openAd }).click();
  await expect(page.getByRole('heading', { name: 'Kettle sale', level: 1 })).toBeVisible();
  const { ads } = await newcomer.program.ads.list.query({});
  expect(ads).toMatchObject([{ externalId: '777000111222333', headline: 'Kettle sale' }]);
});
