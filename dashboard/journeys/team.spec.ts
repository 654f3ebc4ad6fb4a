import { linkInMail } from './mail.ts';
import { addPerson, expect, signIn, test } from './people.ts';
import { section, toast } from './locators.ts';
import { settingsCopy } from '../src/features/settings/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';
import { authCopy } from '../src/features/auth/copy.ts';
import { boardsCopy } from '../src/features/boards/copy.ts';

test('a team is created; an invited person joins with the link in the email and sees its boards; viewers cannot edit', async ({
  page,
  newcomer,
  stranger,
}) => {
  await page.goto('/settings/team');
  await page.getByRole('button', { name: settingsCopy.team.createTeam }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: uiCopy.name }).fill('Agency');
  await page.getByRole('button', { name: settingsCopy.team.createTeam }).click();
  await expect(page.getByRole('heading', { name: settingsCopy.team.membersOf('Agency') })).toBeVisible();
  const { program } = newcomer;
  const team = (await program.teams.list.query()).find(({ name }) => name === 'Agency');
  const board = await program.boards.create.mutate({ name: 'Shared hooks', teamId: team?.id ?? 0 });
  const { ads } = await program.ads.search.query({ limit: 1 });
  await program.ads.addToBoard.mutate({ boardId: board.id, hash: ads[0]?.hash ?? '' });

  const email = `ann-${board.id}@example.com`;
  await page.getByRole('textbox', { name: settingsCopy.team.inviteByEmail }).fill(email);
  await page.getByRole('button', { name: settingsCopy.team.invite, exact: true }).click();
  await expect(page.getByText(settingsCopy.team.invitedText(email))).toBeVisible();
  const people = page.getByRole('list', { name: settingsCopy.team.membersOf('Agency') });
  await expect(people.getByRole('listitem').filter({ hasText: email })).toContainText(
    settingsCopy.team.invited,
  );

  const ann = await stranger();
  await ann.goto(await linkInMail(email));
  await expect(ann.getByRole('heading', { name: authCopy.join.title('Agency') })).toBeVisible();
  await ann.getByRole('textbox', { name: authCopy.signUp.yourName }).fill('Ann');
  await ann.getByRole('textbox', { name: uiCopy.password }).fill('a long password');
  await ann.getByRole('button', { name: authCopy.join.createAccountAndJoin }).click();
  await expect(ann.getByRole('heading', { name: boardsCopy.boards.title, level: 1 })).toBeVisible();
  await ann.getByRole('link', { name: boardsCopy.tree.boardLabel('Shared hooks', 1, false) }).click();
  await expect(ann.getByRole('heading', { name: 'Shared hooks', level: 1 })).toBeVisible();
  await expect(ann.getByRole('button', { name: boardsCopy.board.share, exact: true })).toBeVisible();
  await expect(ann.getByRole('button', { name: boardsCopy.savedAds.addNote })).toBeVisible();

  await page.reload();
  const role = page.getByRole('combobox', { name: settingsCopy.team.roleOf('Ann') });
  await role.selectOption('Viewer');
  await expect(toast(page, settingsCopy.team.roleChanged('Ann', 'viewer'))).toBeVisible();
  await ann.reload();
  await expect(ann.getByRole('article')).toHaveCount(1);
  for (const control of [
    boardsCopy.board.share,
    boardsCopy.savedAds.addNote,
    boardsCopy.board.rename,
    boardsCopy.board.actions,
    boardsCopy.tree.actionsFor('Shared hooks'),
  ]) {
    await expect(ann.getByRole('button', { name: control, exact: true })).toHaveCount(0);
  }
  await ann.goto('/settings/team');
  await expect(ann.getByRole('heading', { name: settingsCopy.team.membersOf('Agency') })).toBeVisible();
  await expect(ann.getByRole('textbox', { name: settingsCopy.team.inviteByEmail })).toHaveCount(0);
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
  await page.getByRole('textbox', { name: settingsCopy.team.inviteByEmail }).fill(ben.email);
  await page.getByRole('button', { name: settingsCopy.team.invite, exact: true }).click();
  const invited = page.getByRole('status').filter({ hasText: settingsCopy.team.invitedText(ben.email) });
  await expect(invited).toContainText('/join/');
  await expect(invited.getByRole('button', { name: uiCopy.copyLink })).toBeVisible();
  await page.getByRole('button', { name: settingsCopy.team.newLinkFor(ben.email) }).click();
  const dialog = page.getByRole('dialog', { name: settingsCopy.team.invitationLink(ben.email) });
  const link = /https?:\/\/\S+\/join\/[\w-]+/.exec(await dialog.innerText())?.[0] ?? '';
  await dialog.getByRole('button', { name: uiCopy.done }).click();

  const bens = await stranger();
  await signIn(bens, ben);
  const invitations = bens.getByRole('region', { name: settingsCopy.team.invitations });
  await expect(invitations).toContainText(settingsCopy.team.invitedTo('Agency', 'member').join(''));
  await bens.goto('/settings/team');
  await expect(bens.getByText(settingsCopy.team.empty)).toBeVisible();
  await invitations.getByRole('button', { name: settingsCopy.team.joinNamed('Agency') }).click();
  await expect(toast(bens, settingsCopy.team.joined('Agency'))).toBeVisible();
  await expect(invitations).toHaveCount(0);
  await expect(bens.getByRole('heading', { name: settingsCopy.team.membersOf('Agency') })).toBeVisible();
  await expect(bens.getByRole('link', { name: 'Shared hooks' })).toBeVisible();
  await bens.goto(link);
  await expect(bens.getByRole('heading', { name: authCopy.join.invalidTitle })).toBeVisible();

  const other = (await program.teams.list.query()).find(({ name }) => name === 'Other');
  await program.teams.inviteByEmail.mutate({ id: other?.id ?? 0, email: ben.email, role: 'admin' });
  await bens.goto('/boards');
  await expect(invitations).toContainText(settingsCopy.team.invitedTo('Other', 'admin').join(''));
  await bens.getByRole('button', { name: settingsCopy.team.declineNamed('Other') }).click();
  await expect(toast(bens, settingsCopy.team.declined('Other'))).toBeVisible();
  await expect(invitations).toHaveCount(0);
});

test('a person without an account joins a team by a copied invite link, until it is revoked', async ({
  page,
  newcomer,
  stranger,
}) => {
  const { team: copy } = settingsCopy;
  await newcomer.program.teams.create.mutate({ name: 'Agency' });
  await page.goto('/settings/team');
  const links = section(page, copy.inviteLinks);
  await links.getByRole('combobox', { name: copy.linkRole }).selectOption('viewer');
  await links.getByRole('button', { name: copy.createInviteLink }).click();
  const shown = page.getByRole('dialog', { name: copy.inviteLink });
  const link = (await shown.getByText(/\/join\//).textContent()) ?? '';
  await shown.getByRole('button', { name: uiCopy.done }).click();
  await expect(links.getByRole('listitem')).toContainText(copy.linkTitle('viewer'));

  const ann = await stranger();
  await ann.goto(new URL(link).pathname);
  await expect(ann.getByRole('heading', { name: authCopy.join.title('Agency') })).toBeVisible();
  const email = `link-${Date.now()}@example.com`;
  await ann.getByRole('textbox', { name: uiCopy.email }).fill(email);
  await ann.getByRole('textbox', { name: uiCopy.password }).fill('a long password');
  const join = ann.getByRole('button', { name: authCopy.join.createAccountAndJoin });
  await join.click();
  // The link names no address, so this one is not verified yet.
  await expect(ann.getByRole('alert')).toBeVisible();
  const mail = await ann.context().newPage();
  await mail.goto(await linkInMail(email));
  await join.click();
  await expect(ann.getByRole('heading', { name: boardsCopy.boards.title, level: 1 })).toBeVisible();

  await page.reload();
  await links.getByRole('button', { name: copy.revokeLinkFor('viewer') }).click();
  await page.getByRole('dialog').getByRole('button', { name: copy.revokeLink }).click();
  await expect(toast(page, copy.linkRevoked)).toBeVisible();
  const ben = await stranger();
  await ben.goto(new URL(link).pathname);
  await expect(ben.getByRole('heading', { name: authCopy.join.invalidTitle })).toBeVisible();
});
