import { linkInMail } from './mail.ts';
import { addPerson, expect, signIn, test } from './people.ts';
import { toast } from './locators.ts';

test('a team is created; an invited person joins with the link in the email and sees its boards; viewers cannot edit', async ({
  page,
  newcomer,
  stranger,
}) => {
  await page.goto('/settings/team');
  await page.getByRole('button', { name: 'Create team' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Agency');
  await page.getByRole('button', { name: 'Create team' }).click();
  await expect(page.getByRole('heading', { name: 'Members of Agency' })).toBeVisible();
  const { program } = newcomer;
  const team = (await program.teams.list.query()).find(({ name }) => name === 'Agency');
  const board = await program.boards.create.mutate({ name: 'Shared hooks', teamId: team?.id ?? 0 });
  const { ads } = await program.ads.search.query({ limit: 1 });
  await program.ads.addToBoard.mutate({ boardId: board.id, hash: ads[0]?.hash ?? '' });

  const email = `ann-${board.id}@example.com`;
  await page.getByRole('textbox', { name: 'Invite by email' }).fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(`${email} was invited`)).toBeVisible();
  const people = page.getByRole('list', { name: 'Members of Agency' });
  await expect(people.getByRole('listitem').filter({ hasText: email })).toContainText('Invited');

  const ann = await stranger();
  await ann.goto(await linkInMail(email));
  await expect(ann.getByRole('heading', { name: 'Join Agency' })).toBeVisible();
  await ann.getByRole('textbox', { name: 'Your name' }).fill('Ann');
  await ann.getByRole('textbox', { name: 'Password' }).fill('a long password');
  await ann.getByRole('button', { name: 'Create account and join' }).click();
  await expect(ann.getByRole('heading', { name: 'Boards', level: 1 })).toBeVisible();
  await ann.getByRole('link', { name: 'Shared hooks, 1 ad' }).click();
  await expect(ann.getByRole('heading', { name: 'Shared hooks', level: 1 })).toBeVisible();
  await expect(ann.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  await expect(ann.getByRole('button', { name: 'Add note' })).toBeVisible();

  await page.reload();
  const role = page.getByRole('combobox', { name: 'Role of Ann' });
  await role.selectOption('Viewer');
  await expect(toast(page, 'Ann’s role is now viewer')).toBeVisible();
  await ann.reload();
  await expect(ann.getByRole('article')).toHaveCount(1);
  for (const control of [
    'Share',
    'Add note',
    'Rename',
    'Actions for this board',
    'Actions for Shared hooks',
  ]) {
    await expect(ann.getByRole('button', { name: control, exact: true })).toHaveCount(0);
  }
  await ann.goto('/settings/team');
  await expect(ann.getByRole('heading', { name: 'Members of Agency' })).toBeVisible();
  await expect(ann.getByRole('textbox', { name: 'Invite by email' })).toHaveCount(0);
});

test('an existing user sees an invitation on every page and joins or declines; the inviter copies a link', async ({
  page,
  newcomer,
  stranger,
}) => {
  const { program } = newcomer;
  const { id } = await program.teams.create.mutate({ name: 'Agency' });
  await program.boards.create.mutate({ name: 'Shared hooks', teamId: id });
  await program.teams.create.mutate({ name: 'Other' });
  const ben = await addPerson();

  await page.goto(`/settings/team?team=${id}`);
  await page.getByRole('textbox', { name: 'Invite by email' }).fill(ben.email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const invited = page.getByRole('status').filter({ hasText: `${ben.email} was invited` });
  await expect(invited).toContainText('/join/');
  await expect(invited.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await page.getByRole('button', { name: `New link for ${ben.email}` }).click();
  const dialog = page.getByRole('dialog', { name: `Invitation link for ${ben.email}` });
  const link = /https?:\/\/\S+\/join\/[\w-]+/.exec(await dialog.innerText())?.[0] ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();

  const bens = await stranger();
  await signIn(bens, ben);
  const invitations = bens.getByRole('region', { name: 'Invitations' });
  await expect(invitations).toContainText('You were invited to Agency as a member.');
  await bens.goto('/settings/team');
  await expect(bens.getByText('No teams yet.')).toBeVisible();
  await invitations.getByRole('button', { name: 'Join Agency' }).click();
  await expect(toast(bens, 'You joined Agency')).toBeVisible();
  await expect(invitations).toHaveCount(0);
  await expect(bens.getByRole('heading', { name: 'Members of Agency' })).toBeVisible();
  await expect(bens.getByRole('link', { name: 'Shared hooks' })).toBeVisible();
  await bens.goto(link);
  await expect(bens.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();

  const other = (await program.teams.list.query()).find(({ name }) => name === 'Other');
  await program.teams.inviteByEmail.mutate({ id: other?.id ?? 0, email: ben.email, role: 'admin' });
  await bens.goto('/boards');
  await expect(invitations).toContainText('You were invited to Other as an admin.');
  await bens.getByRole('button', { name: 'Decline invitation to Other' }).click();
  await expect(toast(bens, 'Declined the invitation to Other')).toBeVisible();
  await expect(invitations).toHaveCount(0);
});
