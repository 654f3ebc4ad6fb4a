import type { Page } from '@playwright/test';
import { expect, test } from './people.ts';
import { choose, formatted, toast } from './locators.ts';
import { appCopy } from '../src/app/copy.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { familyCopy } from '../src/features/ads/detail/copy.ts';
import { pictureDialogCopy, savedSearchesCopy } from '../src/features/ads/discover/copy.ts';
import { platformNames } from '../src/lib/labels.ts';
import { uiCopy } from '../src/ui/copy.ts';

/** The number of ads that the page shows. */
async function total(page: Page): Promise<number> {
  const words = await page
    .getByText(/^[\d,]+ ads?$/)
    .first()
    .textContent();
  return Number(words?.replaceAll(/\D/g, ''));
}

test('search and filters are kept in the URL, and a copied link shows the same results', async ({
  page,
  newcomer,
}) => {
  const { total: shipping } = await newcomer.program.ads.search.query({ searchQuery: 'shipping', limit: 1 });
  await page.getByRole('textbox', { name: adsCopy.discover.search }).fill('shipping');
  await expect(page.getByText(adsCopy.ads(shipping), { exact: true })).toBeVisible();

  const { platforms } = adsCopy.discover.groups;
  await page.getByRole('button', { name: platforms, exact: true }).click();
  const tiktok = page
    .getByRole('dialog', { name: platforms })
    .getByRole('listitem')
    .filter({ hasText: 'TikTok' });
  const count = Number((await tiktok.innerText()).replaceAll(/\D/g, ''));
  expect(count).toBeLessThan(shipping);
  await tiktok.getByRole('checkbox', { name: 'TikTok' }).check();
  await expect.poll(() => total(page)).toBe(count);
  await page.keyboard.press('Escape');

  await choose(page, adsCopy.discover.sort, adsCopy.discover.sorts.likes);
  await expect(page).toHaveURL(/sortBy=likes/);
  const first = page.getByRole('article').first();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  const name = (await first.getAttribute('aria-label')) ?? '';

  const copy = await page.context().newPage();
  await copy.goto(page.url());
  await expect(copy.getByRole('textbox', { name: adsCopy.discover.search })).toHaveValue('shipping');
  const selected = { name: `${platforms}: TikTok` };
  await expect(copy.getByRole('button', selected)).toBeVisible();
  await expect(copy.getByText(adsCopy.ads(count), { exact: true })).toBeVisible();
  await expect(copy.getByRole('article').first()).toHaveAttribute('aria-label', name);
  await copy.close();

  await page.getByRole('button', { name: adsCopy.remove('TikTok') }).click();
  await expect.poll(() => total(page)).toBe(shipping);
  await expect(page).not.toHaveURL(/platforms/);
  await page.goBack();
  await expect(page.getByRole('button', selected)).toBeVisible();
  await page.getByRole('button', { name: adsCopy.clearFilters }).click();
  await expect(page.getByRole('button', selected)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: adsCopy.discover.search })).toHaveValue('shipping');
});

test('without results, the filter that excludes most is named and can be removed', async ({
  page,
  newcomer,
}) => {
  const { total: running } = await newcomer.program.ads.search.query({ status: 'active', limit: 1 });
  await page.goto('/discover?status=active&searchQuery=zzzzqqq');
  const query = adsCopy.filters.quoted('zzzzqqq');
  await expect(page.getByText(adsCopy.discover.noResults(query, running).join(''))).toBeVisible();
  await page.getByRole('button', { name: adsCopy.remove(query) }).click();
  await expect(page.getByText(adsCopy.ads(running), { exact: true })).toBeVisible();
  const { status } = adsCopy.discover.groups;
  await expect(page.getByRole('button', { name: `${status}: ${adsCopy.running}` })).toBeVisible();
});

test('a misspelled word shows the results of the word that was meant', async ({ page, newcomer }) => {
  const { total: shipping } = await newcomer.program.ads.search.query({ searchQuery: 'shipping', limit: 1 });
  await page.goto('/discover?searchQuery=shiping');
  const sentence = adsCopy.discover.corrected('shiping', 'shipping').join('');
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible();
  await expect(page.getByText(adsCopy.ads(shipping), { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'shipping', exact: true }).click();
  await expect(page.getByRole('textbox', { name: adsCopy.discover.search })).toHaveValue('shipping');
  await expect(page.getByRole('status').filter({ hasText: sentence })).toHaveCount(0);
});

test('the wall loads more on scroll and has shortcuts: / searches, arrows move, s saves, Enter opens', async ({
  page,
  newcomer,
}) => {
  const cards = page.getByRole('article');
  await expect(cards).not.toHaveCount(0);
  const shown = { duplicates: 'fold', limit: 40 } as const;
  const { nextCursor } = await newcomer.program.ads.search.query(shown);
  const { ads: secondPage } = await newcomer.program.ads.search.query({ ...shown, cursor: nextCursor ?? 0 });
  await page.getByRole('heading', { name: adsCopy.discover.title }).hover();
  const firstOfPage = page.locator(`article[data-hash="${secondPage[0]?.hash}"]`);
  await expect(firstOfPage).toHaveCount(0);
  await page.mouse.wheel(0, 20_000);
  await expect(firstOfPage).toHaveCount(1);
  await page.mouse.wheel(0, -40_000);

  await page.keyboard.press('/');
  const field = page.getByRole('textbox', { name: adsCopy.discover.search });
  await expect(field).toBeFocused();
  await page.keyboard.type('s');
  await expect(field).toHaveValue('s');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/searchQuery/);
  await expect(cards).not.toHaveCount(0);

  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: adsCopy.discover.shortcuts });
  await expect(shortcuts.getByText('Enter', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();

  await page.keyboard.press('ArrowDown');
  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press('s');
  await expect(toast(page, adsCopy.save.savedTo(adsCopy.save.firstBoard))).toBeVisible();
  await expect(cards.nth(1).getByRole('button', { name: adsCopy.save.saved })).toBeVisible();
  await expect(cards.nth(0).getByRole('button', { name: adsCopy.save.saved })).toBeHidden();
  expect(await newcomer.program.boards.list.query()).toMatchObject([
    { name: adsCopy.save.firstBoard, adCount: 1 },
  ]);

  const name = (await cards.nth(1).getAttribute('aria-label')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ads\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name.slice(name.indexOf(': ') + 2));
});

test('each creative is listed once with the number of its ads, and leads to the others', async ({
  page,
  newcomer,
}) => {
  const { search } = newcomer.program.ads;
  const { ads, total: creatives, totalAds } = await search.query({ duplicates: 'family', limit: 40 });
  expect(creatives).toBeLessThan(totalAds);
  const toggle = page.getByRole('button', { name: adsCopy.creativesOnce });
  await toggle.click();
  await expect(page).toHaveURL(/duplicates=family/);
  await expect(page.getByText(adsCopy.creativesInAds(creatives, totalAds), { exact: true })).toBeVisible();
  const repeated = ads.find(({ similarAds = 0 }) => similarAds > 0);
  if (repeated?.similarAds === undefined) throw new Error('No creative has several ads.');
  const card = page.locator(`article[data-hash="${repeated.hash}"]`);
  await card.getByRole('link', { name: adsCopy.sameCreative(repeated.similarAds) }).click();
  await expect(page).toHaveURL(new RegExp(`/ads/${repeated.hash}`));
  await expect(page.getByRole('heading', { name: familyCopy.title })).toBeVisible();
  await page.goBack();
  await toggle.click();
  await expect(page.getByText(adsCopy.ads(totalAds), { exact: true })).toBeVisible();
});

test('ads are sorted by days running, and filtered by days running and category', async ({
  page,
  newcomer,
}) => {
  const { search } = newcomer.program.ads;
  const { discover } = adsCopy;
  const shown = { duplicates: 'fold', sortBy: 'daysRunning', limit: 1 } as const;
  const [longest] = (await search.query(shown)).ads;
  await choose(page, discover.sort, discover.sorts.daysRunning);
  await expect(page).toHaveURL(/sortBy=daysRunning/);
  await expect(page.getByRole('article').first()).toHaveAttribute('data-hash', longest?.hash ?? '');

  await page.getByRole('button', { name: discover.groups.daysRunning, exact: true }).click();
  await page.getByRole('button', { name: discover.daysOrMore(90) }).click();
  const { totalAds, facets } = await search.query({ ...shown, daysRunningMin: 90 });
  await expect(page.getByText(adsCopy.ads(totalAds), { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  const [category = '', count = 0] = Object.entries(facets.categories)[0] ?? [];
  await page.getByRole('button', { name: discover.groups.categories, exact: true }).click();
  const row = page.getByRole('dialog', { name: discover.groups.categories }).getByRole('listitem').first();
  await expect(row).toContainText(formatted(count));
  await row.getByRole('checkbox', { name: category }).check();
  await expect(page.getByText(adsCopy.ads(count), { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: adsCopy.clearFilters }).click();
  await expect(page).not.toHaveURL(/daysRunningMin|categories/);
  await expect(page).toHaveURL(/sortBy=daysRunning/);
  await page.getByRole('button', { name: discover.hasVideo }).click();
  const { totalAds: videos } = await search.query({ mediaType: 'video', limit: 1 });
  await expect(page.getByText(adsCopy.ads(videos), { exact: true })).toBeVisible();
});

test('similar ads are one card, which opens all of them', async ({ page, newcomer }) => {
  const { ads } = await newcomer.program.ads.search.query({ duplicates: 'fold', limit: 40 });
  const [ad] = ads.toSorted((one, other) => (other.similarAds ?? 0) - (one.similarAds ?? 0));
  if (ad?.similarAds === undefined || ad.similarAds === 0) throw new Error('no ad has similar ones');
  await page.goto('/discover');
  const card = page.locator(`article[data-hash="${ad.hash}"]`);
  await page.getByRole('article').first().hover();
  await expect
    .poll(async () => {
      if ((await card.count()) === 0) await page.mouse.wheel(0, 600);
      return card.count();
    })
    .toBe(1);
  await card.getByRole('link', { name: adsCopy.discover.similar(ad.similarAds) }).click();
  await expect(page).toHaveURL(new RegExp(`duplicatesOf=${ad.hash}`));
  await expect(page.getByText(adsCopy.ads(ad.similarAds + 1), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: adsCopy.remove(adsCopy.filters.similar) }).click();
  await expect(page).not.toHaveURL(/duplicatesOf/);
});

test('similar ads open from an ad, by meaning from a search, and by a dropped picture', async ({
  page,
  newcomer,
}) => {
  const { ads } = await newcomer.program.ads.search.query({
    mediaType: 'image',
    formats: ['image'],
    limit: 1,
  });
  const [ad] = ads;
  if (ad === undefined) throw new Error('no ad with a picture');
  await page.goto(`/ads/${ad.hash}`);
  await page.getByRole('link', { name: adsCopy.ad.findSimilar }).click();
  await expect(page).toHaveURL(/similarTo/);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator(`article[data-hash="${ad.hash}"]`)).toHaveCount(0);
  await page.getByRole('button', { name: adsCopy.remove(adsCopy.filters.nearAd) }).click();
  await expect(page).not.toHaveURL(/similarTo/);

  await page.getByRole('textbox', { name: adsCopy.discover.search }).fill('shipping');
  await page.getByRole('button', { name: adsCopy.discover.byMeaning }).click();
  await expect(page).toHaveURL(/match=meaning/);
  await expect(page.getByRole('article').first()).toBeVisible();

  const url = ad.media.find(({ type }) => type === 'image')?.url ?? '';
  const picture = await page.request.get(`/pictures?url=${encodeURIComponent(url)}&width=1280`, {
    headers: { referer: page.url() },
  });
  expect(picture.status()).toBe(200);
  await page.getByRole('button', { name: adsCopy.discover.byPicture }).click();
  const dialog = page.getByRole('dialog', { name: adsCopy.discover.byPicture });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'text.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  });
  await expect(dialog.getByRole('alert')).toHaveText(pictureDialogCopy.unreadable);
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'ad.png',
    mimeType: picture.headers()['content-type'] ?? 'image/png',
    buffer: await picture.body(),
  });
  await expect(page).toHaveURL(/similarTo.*picture/);
  await expect(page.getByText(adsCopy.filters.nearPicture).first()).toBeVisible();
});

test('an ad explains its score and its reach', async ({ page, newcomer }) => {
  const { ads } = await newcomer.program.ads.search.query({ sortBy: 'date', duplicates: 'fold', limit: 20 });
  const ad = ads.find(
    ({ reach, percentile }) => reach.kind !== 'reported' && reach.value !== null && percentile !== null,
  );
  const comparedWith = ad?.comparedWith ?? null;
  if (ad === undefined || comparedWith === null || ad.percentile === null) {
    throw new Error('no ad with an estimated reach and a percentile');
  }
  await page.goto('/discover?sortBy=date');
  const card = page.locator(`article[data-hash="${ad.hash}"]`);
  // Cards far below the viewport are not in the page yet.
  await page.getByRole('article').first().hover();
  await expect
    .poll(async () => {
      if ((await card.count()) === 0) await page.mouse.wheel(0, 600);
      return card.count();
    })
    .toBe(1);
  await card.getByRole('button', { name: new RegExp(`^${adsCopy.score.name}`) }).hover();
  await expect(page.getByRole('tooltip')).toContainText(adsCopy.score.breakdown);
  await expect(page.getByRole('tooltip')).toContainText(adsCopy.score.total(ad.performanceScore));
  const { ads: compared, platform, minAge, maxAge } = comparedWith;
  const top = Math.max(1, Math.round(100 - ad.percentile)) / 100;
  await expect(page.getByRole('tooltip')).toContainText(
    adsCopy.score.rank(top, compared, platformNames[platform], minAge, maxAge),
  );
  const reach = card.getByRole('button', { name: /≈ .* reach/ });
  // Scrolling closes tooltips.
  await reach.scrollIntoViewIfNeeded();
  await reach.focus();
  await expect(page.getByRole('tooltip')).toContainText(adsCopy.reach.source(ad.reach));
});

const saved = { title: adsCopy.discover.savedSearches, ...savedSearchesCopy };

async function openSaved(page: Page): Promise<void> {
  await page.getByRole('button', { name: saved.title }).click();
}

test('a search is saved, opened again with its words, filters and order, renamed and deleted', async ({
  page,
  newcomer: { program },
}) => {
  await openSaved(page);
  await expect(page.getByRole('menuitem', { name: saved.save })).toBeDisabled();
  await expect(page.getByText(saved.none)).toBeVisible();
  await page.goto('/discover?searchQuery=shipping&platforms=["tiktok"]&sortBy=daysRunning');
  const { totalAds } = await program.ads.search.query({
    searchQuery: 'shipping',
    platforms: ['tiktok'],
    limit: 1,
  });
  await openSaved(page);
  await page.getByRole('menuitem', { name: saved.save }).click();
  const dialog = page.getByRole('dialog', { name: saved.saveTitle });
  const name = dialog.getByRole('textbox', { name: saved.name });
  await expect(name).toHaveValue(`shipping · TikTok · ${adsCopy.discover.sorts.daysRunning}`);
  await name.fill('Shipping on TikTok');
  await dialog.getByRole('button', { name: saved.action }).click();
  await expect(toast(page, saved.savedAs('Shipping on TikTok'))).toBeVisible();
  const filters = { searchQuery: 'shipping', platforms: ['tiktok'], sortBy: 'daysRunning' };
  expect(await program.searches.list.query()).toMatchObject([{ name: 'Shipping on TikTok', filters }]);

  await page.goto('/discover?countries=["DE"]');
  await openSaved(page);
  await page.getByRole('menuitem', { name: 'Shipping on TikTok' }).click();
  await expect(page.getByRole('textbox', { name: adsCopy.discover.search })).toHaveValue('shipping');
  await expect(page.getByRole('button', { name: `${adsCopy.discover.sort}: ` })).toContainText(
    adsCopy.discover.sorts.daysRunning,
  );
  const platform = page.getByRole('button', { name: `${adsCopy.discover.groups.platforms}: TikTok` });
  await expect(platform).toBeVisible();
  await expect(page).not.toHaveURL(/countries/);
  await expect(page.getByText(adsCopy.ads(totalAds), { exact: true })).toBeVisible();

  await openSaved(page);
  await page.getByRole('menuitem', { name: saved.edit }).click();
  const list = page.getByRole('dialog', { name: saved.title });
  await list.getByRole('textbox', { name: saved.nameOf('Shipping on TikTok') }).fill('Free delivery');
  await page.keyboard.press('Enter');
  await list.getByRole('button', { name: saved.delete('Free delivery') }).click();
  await expect(list.getByText(saved.none)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: uiCopy.undo }).click();
  await openSaved(page);
  await expect(page.getByRole('menuitem', { name: 'Free delivery' })).toBeVisible();
  expect(await program.searches.list.query()).toMatchObject([{ name: 'Free delivery', filters }]);
});

test('a saved search is found by the command menu, and on a phone', async ({
  page,
  newcomer: { program },
}) => {
  const filters = { mediaType: 'video', daysRunningMin: 30 } as const;
  await program.searches.create.mutate({ name: 'Long running videos', filters });
  await page.goto('/boards');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: appCopy.commandMenu.field }).fill('long running v');
  await page.getByRole('option', { name: 'Long running videos' }).click();
  await expect(page).toHaveURL(/mediaType=video/);
  await expect(page).toHaveURL(/daysRunningMin=30/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/discover');
  await openSaved(page);
  await page.getByRole('menuitem', { name: 'Long running videos' }).click();
  await expect(page).toHaveURL(/daysRunningMin=30/);
});
