import { expect, test } from './people.ts';
import { message, part } from './seeing.ts';

test('an ad is saved from its card to a board that is made on the way, gets a note, and is taken off again', async ({
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

  // The next one goes to the same board by one press.
  await page.getByRole('article').nth(1).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(message(page, 'Saved to Hooks I like').last()).toBeVisible();
  // After a reload the cards still tell, and ask for it together.
  const asked: string[] = [];
  // From the new page on: the old one may still ask on its own, since an ad was saved.
  await page.reload({ waitUntil: 'commit' });
  page.on('request', (request) => {
    if (request.url().includes('ads.findSaved')) asked.push(request.url());
  });
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toHaveCount(2);
  await expect(card.getByRole('button', { name: 'Saved' })).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.getByRole('link', { name: 'Hooks I like, 2 ads' }).click();
  await expect(page.getByRole('heading', { name: 'Hooks I like', level: 1 })).toBeVisible();
  const saved = page.getByRole('article', { name });
  await saved.getByRole('button', { name: 'Add a note' }).click();
  await saved.getByRole('textbox', { name: 'Note' }).fill('Opens with the problem.');
  await saved.getByRole('button', { name: 'Save note' }).click();
  await page.reload();
  await expect(saved.getByText('Opens with the problem.')).toBeVisible();

  await saved.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Remove from this board' }).click();
  await expect(saved).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(await newcomer.program.boards.list.query()).toMatchObject([{ adCount: 1 }]);
});

test("an ad's page tells everything known of it, its boards, and how it is made", async ({
  page,
  newcomer,
}) => {
  const { ads } = await newcomer.program.ads.search.query({ limit: 20 });
  const ad = ads.find(({ headline, mediaType }) => headline !== null && mediaType === 'image');
  await page.goto(`/ads/${ad?.hash}`);
  await expect(page.getByRole('heading', { name: ad?.headline ?? '', level: 1 })).toBeVisible();
  for (const title of ['What it says', 'History', /What makes the score/, 'Facts', 'Tags']) {
    await expect(part(page, title)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  const library = part(page, 'On your boards');
  await expect(library.getByRole('link', { name: 'Saved ads' })).toBeVisible();
  await expect(message(page, 'Saved to Saved ads')).toBeVisible();
  await library.getByRole('button', { name: 'Remove from Saved ads' }).click();
  await expect(library.getByText('It is on none yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(library.getByRole('link', { name: 'Saved ads' })).toBeVisible();

  await page.getByRole('button', { name: 'See how it is made' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Do not copy' })).toBeVisible();
});
