import { expect, test } from './people.ts';
import { toast, section } from './locators.ts';
import { boardsCopy } from '../src/features/boards/copy.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { breakdownCopy, factsCopy, historyCopy } from '../src/features/ads/detail/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';

test('an ad is saved from its card to a new board, gets a note, and is removed again', async ({
  page,
  newcomer,
}) => {
  const card = page.getByRole('article').first();
  const name = (await card.getAttribute('aria-label')) ?? '';
  await card.getByRole('button', { name: adsCopy.save.chooseBoard }).click();
  const boards = page.getByRole('dialog', { name: adsCopy.save.dialog });
  await boards.getByRole('combobox').fill('Hooks I like');
  await boards.getByRole('option', { name: adsCopy.save.newBoard('Hooks I like') }).click();
  await expect(card.getByRole('button', { name: adsCopy.save.saved })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Hooks I like, 1 ad' })).toBeVisible();

  // One click saves the next one to the same board.
  await page
    .getByRole('article')
    .nth(1)
    .getByRole('button', { name: adsCopy.save.save, exact: true })
    .click();
  await expect(toast(page, adsCopy.save.savedTo('Hooks I like')).last()).toBeVisible();
  // The toast of the first save may still be shown.
  await expect(page.getByRole('link', { name: 'Hooks I like, 2 ads' })).toBeVisible();
  // After a reload the cards show it with one shared request.
  const requests: string[] = [];
  // Counted from the new page on: the old one may still reload after saving.
  await page.reload({ waitUntil: 'commit' });
  page.on('request', (request) => {
    if (request.url().includes('ads.findSaved')) requests.push(request.url());
  });
  await expect(page.getByRole('button', { name: adsCopy.save.saved, exact: true })).toHaveCount(2);
  await expect(card.getByRole('button', { name: adsCopy.save.saved })).toBeVisible();
  expect(requests).toHaveLength(1);
  await page.getByRole('link', { name: 'Hooks I like, 2 ads' }).click();
  await expect(page.getByRole('heading', { name: 'Hooks I like', level: 1 })).toBeVisible();
  const saved = page.getByRole('article', { name });
  await saved.getByRole('button', { name: boardsCopy.savedAds.addNote }).click();
  await saved.getByRole('textbox', { name: adsCopy.library.note }).fill('Opens with the problem.');
  await saved.getByRole('button', { name: adsCopy.library.saveNote }).click();
  await page.reload();
  await expect(saved.getByText('Opens with the problem.')).toBeVisible();

  await saved.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: boardsCopy.savedAds.removeFromThisBoard }).click();
  await expect(saved).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect
    .poll(() => newcomer.program.boards.list.query())
    .toMatchObject([{ adCount: 1 }, { name: adsCopy.removal.unsorted, adCount: 1 }]);
});

test('an ad page shows copy, history, score, facts, tags, boards and a breakdown', async ({
  page,
  newcomer,
}) => {
  const { ads } = await newcomer.program.ads.search.query({ limit: 20 });
  const ad = ads.find(({ headline, mediaType }) => headline !== null && mediaType === 'image');
  await page.goto(`/ads/${ad?.hash}`);
  await expect(page.getByRole('heading', { name: ad?.headline ?? '', level: 1 })).toBeVisible();
  const { texts, tags, score, library: copy } = adsCopy;
  const titles = [texts, historyCopy, factsCopy, tags].map(({ title }) => title);
  for (const title of [...titles, new RegExp(`^${score.name}`)]) {
    await expect(section(page, title)).toBeVisible();
  }
  await page.getByRole('button', { name: adsCopy.save.save, exact: true }).first().click();
  const board = adsCopy.save.firstBoard;
  const library = section(page, copy.title);
  await expect(library.getByRole('link', { name: board })).toBeVisible();
  await expect(toast(page, adsCopy.save.savedTo(board))).toBeVisible();
  await library.getByRole('button', { name: adsCopy.removal.removeFrom(board) }).click();
  await expect(library.getByText(copy.empty)).toBeVisible();
  await page.getByRole('button', { name: uiCopy.undo }).click();
  await expect(library.getByRole('link', { name: board })).toBeVisible();

  await page.getByRole('button', { name: adsCopy.ad.viewBreakdown }).click();
  await expect(
    page.getByRole('dialog').getByRole('heading', { name: breakdownCopy.doNotCopy }),
  ).toBeVisible();
});
