import { expect, test } from './people.ts';

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
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Hooks for everybody' });
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await address.fill(`taken-${other.id}`);
  await expect(dialog.getByText('This address is taken. Choose another.')).toBeVisible();
  await address.fill('a_b');
  await expect(dialog.getByText(/^Use 3 to 64 lowercase letters/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Set address' })).toBeDisabled();
  const slug = `hooks-for-all-${board.id}`;
  await address.fill(slug);
  await expect(dialog.getByText('Available')).toBeVisible();
  await dialog.getByRole('button', { name: 'Set address' }).click();
  await expect(dialog.getByText('Current address')).toBeVisible();

  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`/b/${slug}$`));
  const somebody = await stranger();
  expect((await somebody.goto(link))?.status()).toBe(404);

  await dialog.getByRole('switch', { name: 'Public' }).click();
  await expect(dialog.getByText('Anyone with the link can view this board.')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Open' })).toBeVisible();
  await somebody.goto(link);
  await expect(somebody.getByRole('heading', { name: 'Hooks for everybody', level: 1 })).toBeVisible();
  for (const { headline, advertiser } of ads) {
    await expect(somebody.getByText(headline ?? advertiser.name).first()).toBeVisible();
  }
  await expect(somebody.getByText('Only for us.')).toHaveCount(0);

  await dialog.getByRole('switch', { name: 'Public' }).click();
  await expect(dialog.getByText('Only you and your team can view this board.')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Open' })).toBeHidden();
  expect((await somebody.reload())?.status()).toBe(404);
  await expect(somebody.getByRole('heading', { name: 'Hooks for everybody' })).toBeHidden();
});
