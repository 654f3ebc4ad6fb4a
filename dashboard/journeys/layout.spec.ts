import type { Locator, Page } from '@playwright/test';
import { appCopy } from '../src/app/copy.ts';
import { boardsCopy } from '../src/features/boards/copy.ts';
import { brandsCopy } from '../src/features/brands/copy.ts';
import { settingsCopy } from '../src/features/settings/copy.ts';
import { createFixtures } from './fixtures.ts';
import { expect, test } from './people.ts';

/** The words of Korean texts that are on two lines although one line has room for them. */
function brokenKoreanWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[lang=ko] *')].flatMap((element) => {
      const [text, ...others] = element.childNodes;
      if (!(text instanceof Text) || others.length > 0) return [];
      const { width } = element.getBoundingClientRect();
      return [...text.data.matchAll(/[\p{Script=Hangul}]+/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
        const length = boxes.reduce((sum, box) => sum + box.width, 0);
        const lines = new Set(boxes.map(({ top }) => Math.round(top)));
        return lines.size > 1 && length < width ? [word] : [];
      });
    }),
  );
}

test('Korean titles break between words, in the dashboard and on public boards', async ({
  page,
  newcomer: { program },
}) => {
  const { ads } = await program.ads.search.query({ languages: ['ko'], limit: 20 });
  const { id } = await program.boards.create.mutate({ name: '한국어' });
  for (const { hash } of ads) await program.ads.addToBoard.mutate({ boardId: id, hash });
  const slug = `korean-${id}`;
  await program.boards.updateSlug.mutate({ id, slug });
  await program.boards.togglePublic.mutate({ id, published: true });
  for (const address of [`/boards/${id}`, `/ads/${ads[0]?.hash}`, `/b/${slug}`]) {
    await page.goto(address);
    await expect(page.locator('[lang=ko]')).not.toHaveCount(0);
    for (const width of [390, 900, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await brokenKoreanWords(page), `${address} at ${width}`).toEqual([]);
    }
  }
});

/** The cells of a table that contain a number and are not aligned right, or have more than one line. */
function untidyNumbers(table: Locator): Promise<readonly string[]> {
  return table.evaluate((element) =>
    [...element.querySelectorAll('td')].flatMap((cell) => {
      const text = cell.innerText.trim();
      const isNumber = /^[≈≥~]?\s*[\d.,]+\+?\s*(?:%|[KMB]\b|days?\b)?/.test(text) && text.length < 24;
      if (!isNumber || cell.getClientRects().length === 0) return [];
      const range = document.createRange();
      range.selectNodeContents(cell);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8)));
      const isTidy = getComputedStyle(cell).textAlign === 'right' && lines.size <= 2;
      return isTidy && getComputedStyle(cell).whiteSpace === 'nowrap' ? [] : [text];
    }),
  );
}

test('numbers in tables are aligned right and stay on one line', async ({ page, newcomer }) => {
  const { program } = newcomer;
  const { ads } = await program.ads.search.query({ limit: 12 });
  const { id } = await program.boards.create.mutate({ name: 'Hooks' });
  for (const { hash } of ads) await program.ads.addToBoard.mutate({ boardId: id, hash });
  const brands = await program.brandSpy.listTopAdvertisers.query({ limit: 3 });
  const names = encodeURIComponent(JSON.stringify(brands.map(({ company }) => company)));
  await page.goto(`/boards/${id}`);
  await page.getByRole('radio', { name: boardsCopy.filters.list }).click();
  await expect(page.getByRole('table')).toBeVisible();
  for (const address of [null, `/compare?names=${names}`]) {
    if (address !== null) await page.goto(address);
    const compared = page.getByRole('region', { name: brandsCopy.comparison.table });
    const table = (address === null ? page : compared).getByRole('table');
    await expect(table.getByRole('row')).not.toHaveCount(0);
    for (const width of [900, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await untidyNumbers(table), `${address ?? 'board'} at ${width}`).toEqual([]);
    }
  }
});

test('the side bar marks one item, and a folded board counts the ads of the boards inside it', async ({
  page,
  newcomer,
}) => {
  const { program } = newcomer;
  const { ads } = await program.ads.search.query({ limit: 5 });
  const top = await program.boards.create.mutate({ name: 'Hooks' });
  const inside = await program.boards.create.mutate({ name: 'Summer', parentBoardId: top.id });
  for (const [number, { hash }] of ads.entries())
    await program.ads.addToBoard.mutate({ boardId: number < 2 ? top.id : inside.id, hash });
  const [brand] = await program.brandSpy.listTopAdvertisers.query({ limit: 1 });
  const sideBar = page.getByRole('navigation', { name: appCopy.shell.pages });
  const places = [
    '/discover?platforms=["tiktok"]',
    '/boards',
    '/boards?show=ads',
    `/boards/${inside.id}`,
    `/brands/${encodeURIComponent(brand?.company ?? '')}`,
    '/trending/saturation',
    '/studio?tab=images',
    '/alerts/rules/new',
    '/settings/keys',
  ];
  for (const width of [1440, 900]) {
    await page.setViewportSize({ width, height: 900 });
    for (const place of places) {
      await page.goto(place);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      const marked = sideBar.locator('[aria-current]').filter({ visible: true });
      // Only wide screens show the tree of boards.
      expect(await marked.count(), `${place} at ${width}`).toBeLessThanOrEqual(1);
      if (width === 1440) await expect(marked, place).toHaveCount(1);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/boards');
  const board = sideBar.getByRole('link', { name: boardsCopy.tree.boardLabel('Hooks', 2, false) });
  const fold = sideBar.getByRole('button', { name: boardsCopy.tree.boardsIn('Hooks') });
  const count = board.locator('xpath=following-sibling::span[1]');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(count).toHaveText('5');
  await fold.click();
  await expect(count).toHaveText('2');
});

test('the ads of a board begin in the upper half of the first screen, below the boards inside it', async ({
  page,
  newcomer: { program },
}) => {
  const { ads } = await program.ads.search.query({ limit: 4 });
  const top = await program.boards.create.mutate({ name: 'Hooks', description: 'First lines.' });
  const inside = await program.boards.create.mutate({ name: 'Summer', parentBoardId: top.id });
  for (const [number, { hash }] of ads.entries())
    await program.ads.addToBoard.mutate({ boardId: number < 3 ? top.id : inside.id, hash });
  await page.goto(`/boards/${top.id}`);
  const card = page.getByRole('article').first();
  await expect(card).toBeVisible();
  expect((await card.boundingBox())?.y).toBeLessThan(450);
  const links = page.getByRole('main').getByRole('list', { name: boardsCopy.tree.boardsIn('Hooks') });
  await links.getByRole('link', { name: /^Summer\s*1 ad$/ }).click();
  await expect(page.getByRole('heading', { name: 'Summer', level: 1 })).toBeVisible();
});

test('the saturation map and the settings use the width of a wide screen evenly', async ({
  page,
  newcomer: _newcomer,
}) => {
  const margins = (target: Locator) =>
    target.evaluate((element) => {
      const main = document.querySelector('main')?.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      return { left: box.left - (main?.left ?? 0), right: (main?.right ?? 0) - box.right };
    });
  await page.goto('/trending/saturation');
  const map = await margins(page.getByRole('table'));
  expect(Math.abs(map.left - map.right)).toBeLessThan(2);
  expect(map.left).toBeLessThan(60);
  await page.goto('/settings/account');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const settings = await margins(heading.locator('xpath=ancestor::header/parent::div'));
  expect(Math.abs(settings.left - settings.right)).toBeLessThan(2);
});

test('creatives in the studio are in columns of equal width', async ({ page, newcomer }) => {
  await createFixtures(newcomer);
  for (const width of [390, 900, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/studio');
    const tiles = page.getByRole('region', { name: /creatives/i }).locator('li:has(img)');
    await expect(tiles).toHaveCount(3);
    const boxes = await tiles.evaluateAll((all) =>
      all.map((one) => {
        const { left, right } = one.getBoundingClientRect();
        const gap = Number.parseFloat(getComputedStyle(one.parentElement ?? one).columnGap);
        return { width: right - left, right, gap };
      }),
    );
    const column = Math.min(...boxes.map((box) => box.width));
    for (const box of boxes) {
      const columns = (box.width + box.gap) / (column + box.gap);
      expect(Math.abs(columns - Math.round(columns)), `at ${width}`).toBeLessThan(0.02);
      expect(box.right).toBeLessThanOrEqual(width);
    }
  }
});

test('the audit log has sentences with names', async ({ page, newcomer: { program, email } }) => {
  const { id } = await program.teams.create.mutate({ name: 'Agency' });
  await program.teams.inviteByEmail.mutate({ id, email: 'bo@example.com', role: 'viewer' });
  await page.goto('/settings/audit');
  const log = page.getByRole('list', { name: settingsCopy.audit.title });
  await expect(log.getByText(`${email} created the team “Agency”`)).toBeVisible();
  await expect(log.getByText(`${email} invited bo@example.com to the team “Agency” as viewer`)).toBeVisible();
});

test('at 900 px the side bar has icons, and pages use the rest of the width', async ({ page, newcomer }) => {
  const [brand] = await newcomer.program.brandSpy.listTopAdvertisers.query({ limit: 1 });
  const name = brand?.company ?? '';
  await page.setViewportSize({ width: 900, height: 900 });
  for (const place of [
    '/discover',
    '/boards',
    `/brands/${encodeURIComponent(name)}`,
    '/trending',
    '/settings/team',
  ]) {
    await page.goto(place);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const sideBar = await page.getByRole('navigation', { name: appCopy.shell.pages }).first().boundingBox();
    const content = await page.getByRole('main').boundingBox();
    expect(sideBar?.width, place).toBe(64);
    expect(content?.x, place).toBe(64);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(900);
  }
  await page.goto(`/brands/${encodeURIComponent(name)}`);
  const heading = page.getByRole('heading', { name, level: 1 });
  const follow = page.getByRole('button', { name: brandsCopy.follow.follow });
  await expect(heading).toBeVisible();
  await expect(follow).toBeInViewport();
});
