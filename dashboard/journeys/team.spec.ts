import { linkInMail } from './mail.ts';
import { expect, test } from './people.ts';
import { message } from './seeing.ts';

test('a team is made; whoever is invited accepts by the link of the mail and sees its boards; a viewer only looks', async ({
  page,
  newcomer,
  stranger,
}) => {
  await page.goto('/settings/team');
  await page.getByRole('button', { name: 'Create a team' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Agency');
  await page.getByRole('button', { name: 'Create the team' }).click();
  await expect(page.getByRole('heading', { name: 'People in Agency' })).toBeVisible();
  const { program } = newcomer;
  const team = (await program.teams.list.query()).find(({ name }) => name === 'Agency');
  const board = await program.boards.create.mutate({ name: 'Shared hooks', teamId: team?.id ?? 0 });
  const { ads } = await program.ads.search.query({ limit: 1 });
  await program.ads.addToBoard.mutate({ boardId: board.id, hash: ads[0]?.hash ?? '' });

  const email = `ann-${board.id}@example.com`;
  await page.getByRole('textbox', { name: 'Invite by e-mail' }).fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(`${email} is invited.`)).toBeVisible();
  const people = page.getByRole('list', { name: 'People in Agency' });
  await expect(people.getByRole('listitem').filter({ hasText: email })).toContainText('Invited');

  const ann = await stranger();
  await ann.goto(await linkInMail(email));
  await expect(ann.getByRole('heading', { name: 'Join Agency' })).toBeVisible();
  await ann.getByRole('textbox', { name: 'Your name' }).fill('Ann');
  await ann.getByRole('textbox', { name: 'Password' }).fill('a long password');
  await ann.getByRole('button', { name: 'Make an account and join' }).click();
  await expect(ann.getByRole('heading', { name: 'Boards', level: 1 })).toBeVisible();
  await ann.getByRole('link', { name: 'Shared hooks, 1 ad' }).click();
  await expect(ann.getByRole('heading', { name: 'Shared hooks', level: 1 })).toBeVisible();
  await expect(ann.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  await expect(ann.getByRole('button', { name: 'Add a note' })).toBeVisible();

  await page.reload();
  const role = page.getByRole('combobox', { name: 'Role of Ann' });
  await role.selectOption('Viewer');
  await expect(message(page, 'Ann is viewer now.')).toBeVisible();
  await ann.reload();
  await expect(ann.getByRole('article')).toHaveCount(1);
  for (const control of [
    'Share',
    'Add a note',
    'Rename',
    'Actions for this board',
    'Actions for Shared hooks',
  ]) {
    await expect(ann.getByRole('button', { name: control, exact: true })).toHaveCount(0);
  }
  await ann.goto('/settings/team');
  await expect(ann.getByRole('heading', { name: 'People in Agency' })).toBeVisible();
  await expect(ann.getByRole('textbox', { name: 'Invite by e-mail' })).toHaveCount(0);
});
