import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { adsCopy } from '../src/features/ads/copy.ts';
import { mediaCopy, pictureWordsCopy } from '../src/features/ads/detail/copy.ts';
import { pictureMatchCopy } from '../src/features/ads/discover/copy.ts';
import { boardsCopy } from '../src/features/boards/copy.ts';
import { address, expect, type Person, signIn, test } from './people.ts';

type Ad = Awaited<ReturnType<Person['program']['ads']['search']['query']>>['ads'][number];

/** A board with a video ad, an ad with several cards, and one with a picture. */
async function createBoard({ program }: Person) {
  const { ads } = await program.ads.search.query({ limit: 100 });
  const find = (matches: (ad: Ad) => boolean): Ad => {
    const found = ads.find(matches);
    if (found === undefined) throw new Error('The demo has no such ad.');
    return found;
  };
  const video = find(({ media }) => media[0]?.type === 'video');
  const cards = find(
    ({ media, cards: all }) =>
      media.length === 0 && all.length > 2 && all.every((card) => card.media[0]?.type === 'image'),
  );
  const image = find(({ media, cards: all }) => media[0]?.type === 'image' && all.length === 0);
  const board = await program.boards.create.mutate({ name: 'Media' });
  for (const { hash } of [image, cards, video]) {
    await program.ads.addToBoard.mutate({ boardId: board.id, hash });
  }
  return { boardId: board.id, video, cards, image };
}

const waitUntilKept = ({ program }: Person, { hash }: Ad): Promise<void> =>
  expect
    .poll(async () => (await program.ads.listKeptMedia.query({ hash })).map(({ state }) => state), {
      timeout: 60_000,
    })
    .not.toContain('waiting');

/** From the directory at the end of the file. */
function namesInZip(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.readUInt32LE(zip.length - 6); zip.readUInt32LE(at) === 0x0201_4b50;) {
    const length = zip.readUInt16LE(at + 28);
    names.push(zip.toString('utf8', at + 46, at + 46 + length));
    at += 46 + length;
  }
  return names;
}

const cardOf = (page: Page, { hash }: Ad) => page.locator(`article[data-hash="${hash}"]`);

test('a video plays muted on hover, not if the reader prefers reduced motion, and is kept', async ({
  page,
  newcomer,
}) => {
  const { boardId, video } = await createBoard(newcomer);
  await page.goto(`/boards/${boardId}`);
  const card = cardOf(page, video);
  const player = card.locator('video');
  await card.locator('img').first().hover();
  await expect(player).toHaveJSProperty('muted', true);
  await expect
    .poll(() => player.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(player).toHaveCount(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Beside the button.
  await card
    .locator('img')
    .first()
    .hover({ position: { x: 20, y: 60 } });
  await expect(card.getByRole('button', { name: adsCopy.card.play })).toBeVisible();
  await expect(player).toHaveCount(0);
  await card.getByRole('button', { name: adsCopy.card.play }).click();
  await expect(player).toHaveJSProperty('paused', false);
  await card.getByRole('button', { name: adsCopy.card.pause }).click();
  await expect(player).toHaveCount(0);

  await waitUntilKept(newcomer, video);
  await page.goto(`/ads/${video.hash}`);
  const large = page.getByLabel(mediaCopy.video);
  await expect(large).toHaveAttribute('src', /^\/media\/[0-9a-f]{64}\.mp4$/);
  await expect(large).toHaveJSProperty('controls', true);
  await large.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    element.currentTime = 3;
    return element.play();
  });
  await expect
    .poll(() => large.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(3);
  const part = await page.request.get(new URL((await large.getAttribute('src')) ?? '', address).href, {
    headers: { range: 'bytes=0-9' },
  });
  expect([part.status(), (await part.body()).length]).toEqual([206, 10]);
});

test('on a touch screen a video plays by its button', async ({ browser, newcomer, watched }) => {
  const { boardId, video } = await createBoard(newcomer);
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  watched(context);
  const page = await context.newPage();
  await signIn(page, newcomer);
  await page.goto(`/boards/${boardId}`);
  const card = cardOf(page, video);
  await card.getByRole('button', { name: adsCopy.card.play }).tap();
  await expect(card.locator('video')).toHaveJSProperty('paused', false);
  await context.close();
});

test('a picture that is gone is one small tile, and the copy is shown once', async ({ page, newcomer }) => {
  const { image } = await createBoard(newcomer);
  // Those of other ads, which are in lists, are loaded when they are in view.
  const copies = page
    .getByText(image.headline ?? image.advertiser.name, { exact: true })
    .and(page.locator('main :not(article *, li *)'));
  await page.goto(`/ads/${image.hash}`);
  await expect(page.getByRole('button', { name: mediaCopy.enlarge }).first()).toBeVisible();
  const count = await copies.count();
  await page.route(/\/(?:pictures\?|media\/)/, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(page.getByText(adsCopy.card.expired).first()).toBeVisible();
  await expect(page.getByRole('button', { name: mediaCopy.enlarge })).toHaveCount(0);
  expect(await copies.count()).toBe(count);
});

test('an ad opens large, is downloaded under its name, and the next one is a key away', async ({
  page,
  newcomer,
}) => {
  const { boardId, cards } = await createBoard(newcomer);
  await page.goto(`/boards/${boardId}`);
  const articles = page.locator('article[data-hash]');
  await expect(articles).toHaveCount(3);
  const [first = '', second = '', third = ''] = await articles.evaluateAll((all) =>
    all.map((article) => article.getAttribute('data-hash') ?? ''),
  );
  await articles.first().getByRole('link').last().click();
  const steps = page.getByRole('group', { name: adsCopy.ad.steps });
  await expect(steps.getByText(mediaCopy.position(1, 3))).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`/ads/${second}$`));
  await expect(steps.getByText(mediaCopy.position(2, 3))).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`/ads/${third}$`));
  await expect(steps.getByRole('button', { name: adsCopy.ad.nextAd })).toBeDisabled();
  await page.keyboard.press('k');
  await expect(page).toHaveURL(new RegExp(`/ads/${second}$`));
  await expect(steps.getByText(mediaCopy.position(2, 3))).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(new RegExp(`/ads/${first}$`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/boards/${boardId}`));

  await page.goto(`/ads/${cards.hash}`);
  await page.getByRole('button', { name: mediaCopy.enlarge }).first().click();
  const box = page.getByRole('dialog', { name: mediaCopy.lightbox(1, cards.cards.length) });
  await expect(box.getByRole('img')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  const next = page.getByRole('dialog', { name: mediaCopy.lightbox(2, cards.cards.length) });
  const downloading = page.waitForEvent('download');
  await next.getByRole('link', { name: adsCopy.card.download }).click();
  expect((await downloading).suggestedFilename()).toMatch(
    new RegExp(`^${cards.advertiser.name} ${cards.hash.slice(0, 8)} 2\\.(?:webp|jpg)$`),
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a carousel turns by arrow, key and swipe', async ({ page, newcomer }) => {
  const { boardId, cards } = await createBoard(newcomer);
  await page.goto(`/boards/${boardId}`);
  const card = cardOf(page, cards);
  const count = cards.cards.length;
  await expect(card.getByText(adsCopy.card.position(1, count))).toBeVisible();
  await card.getByRole('group', { name: adsCopy.card.cards(count) }).hover();
  await card.getByRole('button', { name: adsCopy.card.nextCard }).click();
  await expect(card.getByText(adsCopy.card.position(2, count))).toBeVisible();
  const strip = card.getByRole('group', { name: adsCopy.card.cards(count) });
  await strip.focus();
  await page.keyboard.press('ArrowRight');
  await expect(card.getByText(adsCopy.card.position(3, count))).toBeVisible();
  await strip.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }));
  await expect(card.getByText(adsCopy.card.position(1, count))).toBeVisible();
});

test('a public board plays videos on hover and turns cards, works without scripts, and its creatives are one zip', async ({
  browser,
  page,
  newcomer,
  stranger,
}) => {
  const { boardId, video, cards, image } = await createBoard(newcomer);
  for (const ad of [video, cards, image]) await waitUntilKept(newcomer, ad);
  await newcomer.program.boards.togglePublic.mutate({ id: boardId, published: true });
  const visitor = await stranger();
  const complaints: string[] = [];
  visitor.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await visitor.goto(`${address}/b/${boardId}`);
  expect(await visitor.evaluate(() => document.fonts.load('14px Inter').then((all) => all.length))).toBe(1);
  const player = visitor.locator('video').first();
  await expect(player).toHaveJSProperty('controls', false);
  // Not the video itself: its button, shown on focus, is over the middle.
  await visitor.locator('.video').first().hover();
  await expect
    .poll(() => player.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  await expect(player).toHaveJSProperty('muted', true);
  await visitor.mouse.move(0, 0);
  await expect(player).toHaveJSProperty('paused', true);

  const count = cards.cards.length;
  const strip = visitor.getByRole('list', { name: `${count} cards` });
  const box = visitor.locator('.carousel').filter({ has: strip });
  await box.hover();
  await box.getByRole('button', { name: 'Next card' }).click();
  await expect(box.getByText(`2 / ${count}`)).toBeVisible();
  await strip.focus();
  await visitor.keyboard.press('ArrowLeft');
  await expect(box.getByText(`1 / ${count}`)).toBeVisible();
  expect(complaints).toEqual([]);

  const withoutScripts = await browser.newContext({ javaScriptEnabled: false });
  const plain = await withoutScripts.newPage();
  await plain.goto(`${address}/b/${boardId}`);
  await expect(plain.locator('video').first()).toHaveAttribute('controls', '');
  await expect(plain.locator('.carousel').getByText(`${count} cards`)).toBeVisible();
  await expect(plain.getByRole('button')).toHaveCount(0);
  await withoutScripts.close();

  await page.goto(`/boards/${boardId}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: boardsCopy.board.creatives }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Media.zip');
  const names = namesInZip(await readFile(await download.path()));
  expect(names).toContain(`${video.advertiser.name} ${video.hash.slice(0, 8)}.mp4`);
  expect(names).toHaveLength(2 + cards.cards.length);
});

test('words in the picture are shown as read by machine, and not if none were read', async ({
  page,
  newcomer,
}) => {
  const { ads } = await newcomer.program.ads.search.query({ limit: 1 });
  const [ad] = ads;
  if (ad === undefined) throw new Error('The demo has no ads.');
  const { title, readByMachine } = pictureWordsCopy;
  await page.goto(`/ads/${ad.hash}`);
  await expect(page.getByRole('heading', { name: adsCopy.texts.title })).toBeVisible();
  await expect(page.getByRole('heading', { name: title })).toHaveCount(0);

  const lines = [{ text: 'Half price until Sunday', confidence: 0.96 }];
  await page.route('**/trpc/*ads.getDetails*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      // Empty once the demo picture was read, which has no words.
      /"pictureWords":(?:null|\[\])/g,
      `"pictureWords":${JSON.stringify(lines)}`,
    );
    await route.fulfill({ response, body });
  });
  await page.reload();
  const section = page.locator('section', { has: page.getByRole('heading', { name: title }) });
  await expect(section.getByText(readByMachine)).toBeVisible();
  await expect(section.getByText('Half price until Sunday')).toHaveAttribute('title', /96%/);
});

test('an ad that is found by its picture only shows the lines, and pictures name their ad', async ({
  page,
  newcomer,
}) => {
  const { ads } = await newcomer.program.ads.search.query({ limit: 100, mediaType: 'image' });
  const [only, also] = ads.filter(({ media }) => media[0]?.type === 'image');
  if (only === undefined || also === undefined) throw new Error('The demo has no such ads.');
  const match = (isOnlyInPicture: boolean): string =>
    JSON.stringify({ lines: ['Half price until Sunday'], isOnlyInPicture });
  await page.route('**/trpc/*ads.search*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(`{"hash":"${only.hash}",`, `{"hash":"${only.hash}","pictureMatch":${match(true)},`)
      .replaceAll(`{"hash":"${also.hash}",`, `{"hash":"${also.hash}","pictureMatch":${match(false)},`);
    await route.fulfill({ response, body });
  });
  await page.goto('/discover?mediaType=image');
  const card = cardOf(page, only);
  await expect(card.getByText(pictureMatchCopy.found)).toContainText('Half price until Sunday');
  await expect(card.locator('img').first()).toHaveAttribute('src', new RegExp(`&ad=${only.hash}$`));
  await expect(cardOf(page, also)).toBeVisible();
  await expect(page.getByText(pictureMatchCopy.found)).toHaveCount(1);
});
