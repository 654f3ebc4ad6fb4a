import { faultsOf } from './faults.ts';
import { buttons, expect, test, visit } from './installed.ts';
import { metaPages } from '../src/sites/meta/fixture.ts';

test('boards, team and nested ones included, are found by typing; the page sees no key and cannot click a button', async ({
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
    for (const name of ['beforeinput', 'input', 'textInput']) {
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
  await page.evaluate(() => {
    const typed = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    document.querySelector('html > magpie-save')?.dispatchEvent(typed);
    (window as unknown as { heard: string[] }).heard.length = 0;
  });
  await expect(picker).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(first.getByRole('button', { name: 'Saved · Questions' })).toBeVisible();

  // Again, to another board and with a note; the last board is listed first.
  await first.getByRole('button', { name: 'Saved · Questions' }).click();
  await expect(picker.getByRole('option').first()).toHaveText(/Questions\s*Saved here/);
  await picker.getByRole('textbox', { name: 'Note' }).fill('Opens with a question.');
  await picker.getByRole('combobox').focus();
  await page.keyboard.press('ArrowDown');
  await picker.getByRole('button', { name: 'Save to Mine' }).click();
  await expect(first.getByRole('button', { name: 'Saved · 2 boards' })).toBeVisible();
  // Not even the keyup of the key that picked, after the picker closed.
  expect(await page.evaluate('window.heard')).toEqual([]);
  const { ads } = await program.ads.list.query({ boardId: questions.id });
  expect(ads).toHaveLength(1);
  const mine = await program.ads.list.query({ searchQuery: 'quiet morning' });
  expect(mine.ads.map(({ note }) => note)).toContain('Opens with a question.');

  await first.getByRole('button', { name: 'Saved · 2 boards' }).click();
  await expect(picker.getByRole('textbox', { name: 'Note' })).toHaveValue('Opens with a question.');
  await picker.getByRole('textbox', { name: 'Note' }).fill('');
  await expect(picker.getByText('The saved note stays')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();

  // The team's copy has another note, which is not overwritten without an edit.
  await program.ads.addToBoard.mutate({ boardId: questions.id, hash: ads[0]?.hash, note: 'The brief.' });
  await first.getByRole('button', { name: 'Saved · 2 boards' }).click();
  await expect(picker.getByRole('textbox', { name: 'Note' })).toHaveValue('Opens with a question.');
  await picker.getByRole('option', { name: 'Studio / Hooks', exact: true }).click();
  await expect(first.getByRole('button', { name: 'Saved · 3 boards' })).toBeVisible();
  const shared = await program.ads.list.query({ boardId: hooks.id });
  expect(shared.ads).toMatchObject([{ note: 'The brief.' }]);

  const isPressed = await page.evaluate(() => {
    const button = document.querySelectorAll('magpie-save')[1]?.shadowRoot?.querySelector('button');
    button?.click();
    return button !== undefined;
  });
  expect(isPressed).toBe(true);
  await page.reload();
  await expect(first.getByRole('button', { name: 'Saved · 3 boards' })).toBeVisible();
  await expect(buttons(page).nth(1).getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  // The color scheme follows the system, not the page.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(first.locator('.magpie')).toHaveCSS('color-scheme', 'light dark');
  expect(await faultsOf(page, 'magpie-save')).toEqual([]);
});

test('a page cannot trigger a save by disguising the button, and receives nothing from the extension', async ({
  installed: { person, worker, context, connect },
}) => {
  const { id } = await person.program.boards.create.mutate({ name: 'Mine' });
  await connect();
  const page = await visit(context, metaPages().withData);
  const [first, second] = [buttons(page).nth(0), buttons(page).nth(1)];
  await first.getByRole('button', { name: 'Choose a board' }).click();
  await page.getByRole('dialog').getByRole('option', { name: 'Mine' }).click();
  await expect(first.getByRole('button', { name: 'Saved · Mine' })).toBeVisible();
  const save = second.getByRole('button', { name: 'Save', exact: true });
  const sheet = 'magpie-save { position: fixed !important; opacity: 0 !important; scale: 30 !important }';
  await page.addStyleTag({ content: sheet });
  await expect(second).toHaveCSS('opacity', '1');
  await expect(second).toHaveCSS('scale', 'none');
  await expect(second).toHaveCSS('position', 'absolute');

  /** What a page's script can still do to the button and its card. */
  const disguises = [
    (host: Element) => host.setAttribute('style', `${host.getAttribute('style')}; opacity: 0.01 !important`),
    (host: Element) => host.setAttribute('style', `${host.getAttribute('style')}; scale: 30 !important`),
    (host: Element) => host.parentElement?.style.setProperty('opacity', '0'),
  ];
  for (const disguise of disguises) {
    const before = await second.evaluate((host) => [
      host.getAttribute('style'),
      host.parentElement?.style.cssText,
    ]);
    await second.evaluate(disguise);
    await save.focus();
    await page.keyboard.press('Enter');
    await expect(save).toHaveAttribute('aria-busy', 'false');
    await second.evaluate((host, [own = '', around = '']) => {
      host.setAttribute('style', own ?? '');
      host.parentElement?.setAttribute('style', around ?? '');
    }, before);
  }
  await expect(save).toBeVisible();
  expect(await person.program.ads.list.query({ boardId: id })).toMatchObject({ ads: [{}] });
  // A card may be a link, and a page may listen for clicks.
  await second.evaluate((host) => {
    const link = document.createElement('a');
    link.href = '#followed';
    host.parentElement?.before(link);
    if (host.parentElement !== null) link.append(host.parentElement);
    link.addEventListener('click', () => (document.title = 'Pressed'));
  });
  await save.click();
  await expect(second.getByRole('button', { name: 'Saved · Mine' })).toBeVisible();
  expect([new URL(page.url()).hash, await page.title()]).toEqual(['', 'Ad Library']);

  // Synthetic online events are ignored; real ones are forwarded.
  await worker.evaluate(
    'self.received = []; chrome.runtime.onMessage.addListener(({ kind }) => void self.received.push(kind))',
  );
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await first.getByRole('button', { name: 'Saved · Mine' }).click();
  await expect(page.getByRole('dialog').getByRole('option', { name: 'Mine' })).toBeVisible();
  expect(await worker.evaluate('self.received')).not.toContain('online');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect.poll(() => worker.evaluate('self.received')).toContain('online');

  const ports = await page.evaluate(() => {
    let offered = 0;
    window.addEventListener('magpie:offer-port', () => (offered += 1));
    window.dispatchEvent(new Event('magpie:request-port'));
    return offered;
  });
  expect(ports).toBe(0);
});
