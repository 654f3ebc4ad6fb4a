import type { Page } from '@playwright/test';
import { appCopy } from '../src/app/copy.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { expect, test } from './people.ts';

/** The number of ads of which at least half is visible, below the header and above the navigation of a phone. */
function countVisibleAds(page: Page): Promise<number> {
  return page.evaluate(() => {
    const isFixed = (element: Element): boolean => /fixed|sticky/.test(getComputedStyle(element).position);
    const bars = [...document.querySelectorAll('header, nav')].filter(isFixed);
    const boxes = bars.map((bar) => bar.getBoundingClientRect());
    const wide = boxes.filter(({ width }) => width > innerWidth / 2);
    const top = Math.max(0, ...wide.filter((bar) => bar.top < innerHeight / 2).map(({ bottom }) => bottom));
    const bottom = Math.min(
      innerHeight,
      ...wide.filter((bar) => bar.top >= innerHeight / 2).map((bar) => bar.top),
    );
    return [...document.querySelectorAll('article')].filter((article) => {
      const box = article.getBoundingClientRect();
      return Math.min(box.bottom, bottom) - Math.max(box.top, top) >= box.height / 2;
    }).length;
  });
}

const screens = [
  [{ width: 1440, height: 900 }, 10],
  [{ width: 390, height: 844 }, 2],
] as const;

for (const [viewport, count] of screens) {
  test(`a newcomer sees ${count} ads or more without scrolling at ${viewport.width} × ${viewport.height}`, async ({
    newcomer: { page },
  }) => {
    await page.setViewportSize(viewport);
    await page.reload();
    await expect(page.getByRole('region', { name: adsCopy.demo.notice })).toBeVisible();
    await expect(page.getByRole('region', { name: adsCopy.firstSteps.title })).toBeVisible();
    await expect(page.getByRole('article')).not.toHaveCount(0);
    expect(await countVisibleAds(page)).toBeGreaterThanOrEqual(count);
    const search = await page.getByRole('textbox', { name: adsCopy.discover.search }).boundingBox();
    expect(search?.width).toBeGreaterThan(180);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
  });
}

for (const width of [900, 1024, 1280, 1440]) {
  test(`filters that do not fit are in "More" at ${width} px`, async ({ newcomer: { page } }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/discover?searchQuery=shipping&platforms=["facebook"]&languages=["en"]');
    const filters = page.getByRole('region', { name: adsCopy.discover.filters });
    const clear = filters.getByRole('button', { name: adsCopy.clearFilters });
    const more = filters.getByRole('button', { name: new RegExp(`^${adsCopy.discover.more}`) });
    await expect(more).toBeInViewport({ ratio: 1 });
    await expect(clear).toBeInViewport({ ratio: 1 });
    expect(await filters.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
    const [left, right] = [await more.boundingBox(), await clear.boundingBox()];
    expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));
    // Each control is either in the row or in the menu.
    const started = filters.getByRole('button', { name: adsCopy.discover.groups.started, exact: true });
    await more.click();
    const menu = page.getByRole('dialog', { name: adsCopy.discover.more });
    const heading = menu.getByRole('heading', { name: adsCopy.discover.groups.started });
    await expect(menu.getByRole('list').first()).toBeVisible();
    expect((await started.count()) + (await heading.count())).toBe(1);
  });
}

test('the actions of a saved card do not cover its checkbox', async ({ newcomer: { page } }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const card = page.getByRole('article').first();
  await card.hover();
  await card.getByRole('button', { name: adsCopy.save.save, exact: true }).click();
  await expect(card.getByRole('button', { name: adsCopy.save.saved, exact: true })).toBeVisible();
  await card.hover();
  const checkbox = await card.getByRole('checkbox').boundingBox();
  const download = await card.getByRole('link', { name: adsCopy.card.download }).boundingBox();
  expect((checkbox?.x ?? 0) + (checkbox?.width ?? 0)).toBeLessThan(download?.x ?? 0);
});

test('reports are in the account menu on a phone', async ({ newcomer: { page } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: appCopy.shell.account, exact: true }).click();
  await page.getByRole('menuitem', { name: appCopy.shell.reports }).click();
  await expect(page).toHaveURL(/\/reports/);
});

test('search and filters stay on the screen while the wall scrolls, above the focused card', async ({
  newcomer: { page },
}) => {
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await page.mouse.wheel(0, 1500);
  const filters = page.getByRole('region', { name: adsCopy.discover.filters });
  await expect(filters).toBeInViewport();
  await expect(page.getByRole('textbox', { name: adsCopy.discover.search })).toBeInViewport();
  await page.getByRole('article').first().focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  const bottom = await filters.evaluate((row) => row.getBoundingClientRect().bottom);
  const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0);
  expect(top).toBeGreaterThanOrEqual(bottom);
});

test('a card shows its actions and its score on hover and on focus', async ({ newcomer: { page } }) => {
  const card = page.getByRole('article').first();
  const opacity = (name: string | RegExp): Promise<string> =>
    card
      .getByRole(name === adsCopy.ad.recreate ? 'link' : 'button', { name })
      .first()
      .evaluate((element) => {
        const opacities: number[] = [];
        for (let one: Element | null = element; one !== null; one = one.parentElement)
          opacities.push(Number(getComputedStyle(one).opacity));
        return String(Math.min(...opacities));
      });
  const hidden = [adsCopy.save.save, adsCopy.ad.recreate, new RegExp(`^${adsCopy.score.name}`)];
  for (const name of hidden) expect(await opacity(name)).toBe('0');
  await card.hover();
  for (const name of hidden) await expect.poll(() => opacity(name)).toBe('1');
  await page.mouse.move(0, 0);
  for (const name of hidden) await expect.poll(() => opacity(name)).toBe('0');
  await card.focus();
  for (const name of hidden) await expect.poll(() => opacity(name)).toBe('1');
});

test('a creative that cannot be loaded is a small tile, and its copy is shown once', async ({
  newcomer: { page, program },
}) => {
  const { ads } = await program.ads.search.query({ duplicates: 'fold', limit: 20 });
  const ad = ads.find(({ media: [first], headline }) => first?.type === 'image' && headline !== null);
  if (ad?.headline === undefined || ad.headline === null)
    throw new Error('no ad with an image and a headline');
  await page.route(/^https?:\/\/[^/]+\/(?:media|pictures)\b/, (route) => route.fulfill({ status: 404 }));
  // Only cards near the screen are rendered.
  await page.setViewportSize({ width: 1440, height: 6000 });
  await page.reload();
  const card = page.locator(`article[data-hash="${ad.hash}"]`);
  await expect(card.getByText(adsCopy.card.expired)).toBeVisible();
  await expect(card.getByText(ad.headline)).toHaveCount(1);
});
