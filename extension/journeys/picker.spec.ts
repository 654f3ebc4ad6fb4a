import { faultsOf } from './faults.ts';
import { buttons, expect, test, visit } from './installed.ts';
import { metaPages } from './pages/meta.ts';

test('a board is found by typing, a team’s and a nested one too; the page hears nothing of it, and cannot press a button', async ({
  installed: { person, context, connect },
}) => {
  const { program } = person;
  const team = await program.teams.create.mutate({ name: 'Studio' });
  const hooks = await program.boards.create.mutate({ name: 'Hooks', teamId: team.id });
  const questions = await program.boards.create.mutate({
    name: 'Questions',
    parentBoardId: hooks.id,
    teamId: team.id,
  });
  await program.boards.create.mutate({ name: 'Mine' });
  await connect();
  const page = await visit(context, metaPages().withData);
  await page.evaluate(() => {
    const heard: string[] = [];
    for (const name of ['keydown', 'keyup', 'keypress']) {
      window.addEventListener(name, (event) => heard.push((event as KeyboardEvent).key), true);
    }
    for (const name of ['beforeinput', 'input']) {
      window.addEventListener(name, (event) => heard.push((event as InputEvent).data ?? name), true);
    }
    Object.assign(window, { heard });
  });
  const first = buttons(page).first();
  await first.getByRole('button', { name: 'Choose a board' }).click();
  const picker = page.getByRole('dialog', { name: 'Save to a board' });
  await expect(picker.getByRole('option')).toHaveCount(3);
  await page.keyboard.type('quest');
  await expect(picker.getByRole('option', { name: 'Studio / Hooks / Questions' })).toBeVisible();
  expect(await faultsOf(page, 'html > magpie-save')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(first.getByRole('button', { name: 'Saved · Questions' })).toBeVisible();

  // Once more, to another board and with a note; the last board is offered first.
  await first.getByRole('button', { name: 'Saved · Questions' }).click();
  await expect(picker.getByRole('option').first()).toHaveText(/Questions\s*Saved here/);
  await picker.getByRole('textbox', { name: 'Note' }).fill('Opens with a question.');
  await picker.getByRole('combobox').focus();
  await page.keyboard.press('ArrowDown');
  await picker.getByRole('button', { name: 'Save to Mine' }).click();
  await expect(first.getByRole('button', { name: 'Saved · 2 boards' })).toBeVisible();
  // The picker is gone when the key that picked is let go.
  expect(await page.evaluate('window.heard')).toEqual(['Enter']);
  const { ads } = await program.ads.list.query({ boardId: questions.id });
  expect(ads).toHaveLength(1);
  const mine = await program.ads.list.query({ searchQuery: 'quiet morning' });
  expect(mine.ads.map(({ note }) => note)).toContain('Opens with a question.');

  const isPressed = await page.evaluate(() => {
    const button = document.querySelectorAll('magpie-save')[1]?.shadowRoot?.querySelector('button');
    button?.click();
    return button !== undefined;
  });
  expect(isPressed).toBe(true);
  await page.reload();
  await expect(first.getByRole('button', { name: 'Saved · 2 boards' })).toBeVisible();
  await expect(buttons(page).nth(1).getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  // In the dark as the person's system is, not as the page.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(first.locator('.magpie')).toHaveCSS('color-scheme', 'light dark');
  expect(await faultsOf(page, 'magpie-save')).toEqual([]);
});
