import { expect, test } from './people.ts';
import { toast, section } from './locators.ts';
import { boardsCopy } from '../src/features/boards/copy.ts';
import { studioCopy } from '../src/features/studio/copy.ts';

test('an ad is saved from its card to a new board, gets a note, and is removed again', async ({
  page,
  newcomer,
}) => {
  const card = page.getByRole('article').first();
  const name = (await card.getAttribute('aria-label')) ?? '';
  await card.getByRole('button', { name: 'Choose a board' }).click();
  const boards = page.getByRole('dialog', { name: 'Save to a board' });
  await boards.getByRole('combobox').fill('Hooks I like');
  await boards.getByRole('option', { name: 'New board “Hooks I like”' }).click();
  await expect(card.getByRole('button', { name: 'Saved' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Hooks I like, 1 ad' })).toBeVisible();

  // One click saves the next one to the same board.
  await page.getByRole('article').nth(1).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Saved to Hooks I like').last()).toBeVisible();
  // After a reload the cards show it with one shared request.
  const requests: string[] = [];
  // Counted from the new page on: the old one may still reload after saving.
  await page.reload({ waitUntil: 'commit' });
  page.on('request', (request) => {
    if (request.url().includes('ads.findSaved')) requests.push(request.url());
  });
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toHaveCount(2);
  await expect(card.getByRole('button', { name: 'Saved' })).toBeVisible();
  expect(requests).toHaveLength(1);
  await page.getByRole('link', { name: 'Hooks I like, 2 ads' }).click();
  await expect(page.getByRole('heading', { name: 'Hooks I like', level: 1 })).toBeVisible();
  const saved = page.getByRole('article', { name });
  await saved.getByRole('button', { name: boardsCopy.savedAds.addNote }).click();
  await saved.getByRole('textbox', { name: boardsCopy.savedAds.note }).fill('Opens with the problem.');
  await saved.getByRole('button', { name: boardsCopy.savedAds.saveNote }).click();
  await page.reload();
  await expect(saved.getByText('Opens with the problem.')).toBeVisible();

  await saved.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: boardsCopy.savedAds.removeFromThisBoard }).click();
  await expect(saved).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(await newcomer.program.boards.list.query()).toMatchObject([{ adCount: 1 }]);
});

test('an ad page shows copy, history, score, facts, tags, boards and a breakdown', async ({
  page,
  newcomer,
}) => {
  const { ads } = await newcomer.program.ads.search.query({ limit: 20 });
  const ad = ads.find(({ headline, mediaType }) => headline !== null && mediaType === 'image');
  await page.goto(`/ads/${ad?.hash}`);
  await expect(page.getByRole('heading', { name: ad?.headline ?? '', level: 1 })).toBeVisible();
  for (const title of ['Ad copy', 'History', /^Score/, 'Facts', 'Tags']) {
    await expect(section(page, title)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  const library = section(page, 'On your boards');
  await expect(library.getByRole('link', { name: 'Saved ads' })).toBeVisible();
  await expect(toast(page, 'Saved to Saved ads')).toBeVisible();
  await library.getByRole('button', { name: 'Remove from Saved ads' }).click();
  await expect(library.getByText('Not saved yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(library.getByRole('link', { name: 'Saved ads' })).toBeVisible();

  await page.getByRole('button', { name: 'View breakdown' }).click();
  await expect(
    page.getByRole('dialog').getByRole('heading', { name: studioCopy.creatives.doNotCopy }),
  ).toBeVisible();
});
