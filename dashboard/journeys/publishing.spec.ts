import { expect, test } from './people.ts';
import { boardsCopy } from '../src/features/boards/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';

test('a board is published under its own slug: visitors see its ads but no notes, until it is private again', async ({
  page,
  newcomer,
  stranger,
}) => {
  const { program } = newcomer;
  const { ads } = await program.ads.search.query({ limit: 2 });
  const board = await program.boards.create.mutate({ name: 'Hooks for everybody' });
  for (const { hash } of ads) {
    await program.ads.addToBoard.mutate({ boardId: board.id, hash, note: 'Only for us.' });
  }
  const other = await program.boards.create.mutate({ name: 'Other' });
  await program.boards.updateSlug.mutate({ id: other.id, slug: `taken-${other.id}` });

  await page.goto(`/boards/${board.id}`);
  await page.getByRole('button', { name: boardsCopy.board.share }).click();
  const dialog = page.getByRole('dialog', { name: boardsCopy.share.title('Hooks for everybody') });
  const address = dialog.getByRole('textbox', { name: boardsCopy.share.address });
  await address.fill(`taken-${other.id}`);
  await expect(dialog.getByText(boardsCopy.share.reasons.taken)).toBeVisible();
  await address.fill('a_b');
  await expect(dialog.getByText(boardsCopy.share.reasons.invalid)).toBeVisible();
  await expect(dialog.getByRole('button', { name: boardsCopy.share.setAddress })).toBeDisabled();
  const slug = `hooks-for-all-${board.id}`;
  await address.fill(slug);
  await expect(dialog.getByText(boardsCopy.share.available)).toBeVisible();
  await dialog.getByRole('button', { name: boardsCopy.share.setAddress }).click();
  await expect(dialog.getByText(boardsCopy.share.currentAddress)).toBeVisible();

  // Before the board is public, its link would lead nowhere.
  await expect(dialog.getByRole('button', { name: uiCopy.copyLink })).toBeHidden();
  await expect(dialog.getByText(`/b/${slug}`)).toBeHidden();
  await expect(page.getByText(boardsCopy.board.private, { exact: true })).toHaveCount(1);
  const somebody = await stranger();
  expect((await somebody.goto(`/b/${slug}`))?.status()).toBe(404);

  await dialog.getByRole('switch', { name: boardsCopy.share.public }).click();
  await expect(dialog.getByText(boardsCopy.share.publicHint)).toBeVisible();
  await expect(dialog.getByRole('link', { name: boardsCopy.share.open })).toBeVisible();
  await expect(page.getByText(boardsCopy.board.private, { exact: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: uiCopy.copyLink }).click();
  await expect(dialog.getByRole('button', { name: uiCopy.copied })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`/b/${slug}$`));
  await somebody.goto(link);
  const icon = await somebody.locator('link[rel=icon]').getAttribute('href');
  expect((await somebody.request.get(new URL(icon ?? '', link).href)).status()).toBe(200);
  await expect(somebody.getByRole('heading', { name: 'Hooks for everybody', level: 1 })).toBeVisible();
  for (const { headline, advertiser } of ads) {
    await expect(somebody.getByText(headline ?? advertiser.name).first()).toBeVisible();
  }
  await expect(somebody.getByText('Only for us.')).toHaveCount(0);

  await dialog.getByRole('switch', { name: boardsCopy.share.public }).click();
  await expect(dialog.getByText(boardsCopy.share.privateHint)).toBeVisible();
  await expect(dialog.getByRole('link', { name: boardsCopy.share.open })).toBeHidden();
  expect((await somebody.reload())?.status()).toBe(404);
  await expect(somebody.getByRole('heading', { name: 'Hooks for everybody' })).toBeHidden();
});
