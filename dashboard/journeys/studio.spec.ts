import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { expect, test } from './people.ts';
import { studioCopy } from '../src/features/studio/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';
import { adsCopy } from '../src/features/ads/copy.ts';

/** The width of a decoded image; 0 if it failed. */
function width(image: Locator): Promise<number> {
  return image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
}

test('an ad is recreated for a product; the creative appears, is downloaded and deleted', async ({
  page,
  newcomer,
}) => {
  const { ads } = await newcomer.program.ads.search.query({ limit: 1 });
  await page.goto(`/ads/${ads[0]?.hash}`);
  // The first one is of the ad itself; the cards of similar ads have others.
  await page.getByRole('link', { name: adsCopy.ad.recreate }).first().click();
  await page.getByRole('button', { name: studioCopy.products.addProduct }).click();
  const product = page.getByRole('form', { name: studioCopy.products.newProduct });
  await product.getByRole('textbox', { name: uiCopy.name, exact: true }).fill('Kettle');
  await product.getByRole('textbox', { name: studioCopy.products.price }).fill('49.50');
  await product.getByRole('button', { name: studioCopy.products.saveProduct }).click();
  await expect(page.getByRole('heading', { name: studioCopy.products.count(1) })).toBeVisible();

  await page.goto(`/ads/${ads[0]?.hash}`);
  await page.getByRole('link', { name: adsCopy.ad.recreate }).first().click();
  await expect(page.getByRole('heading', { name: studioCopy.creatives.doNotCopy })).toBeVisible();
  const variants = page.getByRole('radiogroup', { name: studioCopy.creatives.variants });
  await variants.getByRole('radio', { name: '1' }).check();
  await page.getByRole('button', { name: studioCopy.creatives.generate(1) }).click();
  const open = page.getByRole('button', { name: new RegExp(`^${studioCopy.creatives.openNamed('Kettle')}`) });
  await expect(page.getByRole('progressbar').or(open)).toBeVisible();
  await expect(open).toBeVisible();
  await expect.poll(() => width(open.locator('img'))).toBeGreaterThan(0);
  await open.click();
  const large = page.getByRole('img', { name: new RegExp(`^${studioCopy.creatives.alt('Kettle')}`) });
  await expect.poll(() => width(large)).toBeGreaterThan(400);
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: studioCopy.creatives.download }).click();
  const bytes = readFileSync(await (await download).path());
  expect(bytes.length).toBeGreaterThan(1000);

  await page.getByRole('button', { name: studioCopy.creatives.more, exact: true }).click();
  await page.getByRole('menuitem', { name: uiCopy.delete }).click();
  await expect(open).toBeHidden();
  await expect(page.getByText(studioCopy.creatives.emptyFor('Kettle'))).toBeVisible();
});

test('a brand image is uploaded; other files are rejected with a message', async ({ newcomer: { page } }) => {
  await page.goto('/studio?tab=images');
  const input = page.getByLabel(studioCopy.images.filesField);
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByRole('alert')).toContainText('notes.txt');
  await page.getByRole('button', { name: studioCopy.images.dismiss('notes.txt') }).click();
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } });
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  const tile = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: new RegExp(`^${studioCopy.images.open('logo')}`) }) });
  await expect(tile).toBeVisible();
  await expect.poll(() => width(tile.locator('img'))).toBeGreaterThan(0);
  await tile.getByRole('button', { name: new RegExp(`^${studioCopy.images.deleteNamed('logo')}`) }).click();
  await expect(tile).toBeHidden();
  await page.getByRole('button', { name: uiCopy.undo }).click();
  await expect(tile).toBeVisible();
});

test('a product is imported from its website', async ({ page, newcomer }) => {
  await page.goto('/studio?tab=products');
  await page.getByRole('button', { name: studioCopy.products.addProduct }).click();
  const website = `http://${process.env.MAGPIE_RECEIVER}/shop/kettle`;
  await page.getByRole('textbox', { name: studioCopy.products.productPageUrl }).fill(website);
  await page.getByRole('button', { name: studioCopy.products.import, exact: true }).click();
  const product = page.getByRole('form', { name: studioCopy.products.newProduct });
  await expect(product.getByRole('textbox', { name: uiCopy.name, exact: true })).toHaveValue(
    'Harbour Kettle',
  );
  await expect(product.getByRole('textbox', { name: studioCopy.products.price })).toHaveValue('59');
  await product.getByRole('button', { name: studioCopy.products.saveProduct }).click();
  await expect(page.getByRole('heading', { name: studioCopy.products.count(1) })).toBeVisible();
  const [stored] = await newcomer.program.cloneProducts.list.query();
  expect(stored).toMatchObject({
    name: 'Harbour Kettle',
    brandName: 'Northpot',
    price: 59,
    currency: 'EUR',
    description: 'Boils a litre in two minutes.',
  });
});

test('selling points are edited with the keyboard', async ({ page, newcomer }) => {
  await page.goto('/studio?tab=products');
  await page.getByRole('button', { name: studioCopy.products.addProduct }).click();
  const product = page.getByRole('form', { name: studioCopy.products.newProduct });
  await product.getByRole('textbox', { name: uiCopy.name, exact: true }).fill('Kettle');
  const add = product.getByRole('button', { name: studioCopy.products.addSellingPoint });
  await add.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Boils fast');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Keeps warm');
  await page.keyboard.press('Enter');
  await expect(
    product.getByRole('textbox', { name: studioCopy.products.sellingPoint(3), exact: true }),
  ).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('!');
  await product.getByRole('radio', { name: studioCopy.products.fontNames.serif }).check();
  await product.getByRole('button', { name: studioCopy.products.saveProduct }).click();
  await expect(page.getByRole('heading', { name: studioCopy.products.count(1) })).toBeVisible();
  const [stored] = await newcomer.program.cloneProducts.list.query();
  expect(stored).toMatchObject({ sellingPoints: ['Boils fast', 'Keeps warm!'], font: 'serif' });
});

test('four variants of a creative are generated at once, each different', async ({ page, newcomer }) => {
  const { program } = newcomer;
  const { id: productId } = await program.cloneProducts.create.mutate({
    name: 'Kettle',
    sellingPoints: ['Boils in 90 seconds', 'Keeps warm'],
    colors: ['#0f4c5c'],
  });
  const { ads } = await program.ads.search.query({ limit: 1 });
  await page.goto(`/studio?product=${productId}&ad=${ads[0]?.hash}`);
  await page.getByRole('button', { name: studioCopy.creatives.generate(4) }).click();
  const open = page.getByRole('button', { name: new RegExp(`^${studioCopy.creatives.openNamed('Kettle')}`) });
  await expect(open).toHaveCount(4);
  const { images } = await program.aiImages.list.query({ productId });
  expect(new Set(images.map(({ seed }) => seed)).size).toBe(4);
  const pictures = await Promise.all(
    images.map(async ({ url }) => (await page.request.get(url ?? '')).body().then(String)),
  );
  expect(new Set(pictures).size).toBe(4);
});

test('images are uploaded with a new product; other files are rejected with a message', async ({
  page,
  newcomer,
}) => {
  const copy = studioCopy.products;
  await page.goto('/studio?tab=products');
  await page.getByRole('button', { name: copy.addProduct }).click();
  const product = page.getByRole('form', { name: copy.newProduct });
  await product.getByRole('textbox', { name: uiCopy.name, exact: true }).fill('Kettle');
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } });
  await product.getByLabel(copy.imageFiles).setInputFiles([
    { name: 'front.png', mimeType: 'image/png', buffer: picture },
    { name: 'back.png', mimeType: 'image/png', buffer: picture },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
  ]);
  await expect(product.getByRole('alert')).toContainText('notes.txt');
  await product.getByRole('button', { name: copy.removeImage('back.png') }).click();
  await product.getByRole('button', { name: copy.saveProduct }).click();
  await expect(page.getByRole('heading', { name: copy.count(1) })).toBeVisible();
  const [stored] = await newcomer.program.cloneProducts.list.query();
  const { images } = await newcomer.program.brandImages.list.query({ productId: stored?.id ?? 0 });
  expect(images).toMatchObject([{ name: 'front', kind: 'product', width: 200, height: 200 }]);
});

test('the text of a creative is edited on the picture, undone, and downloaded as edited', async ({
  page,
  newcomer,
}) => {
  const { program } = newcomer;
  const copy = studioCopy.creatives;
  const { id: productId } = await program.cloneProducts.create.mutate({
    name: 'Kettle',
    colors: ['#0f4c5c'],
  });
  const made = await program.aiImages.generate.mutate({ productId, layout: 'split', seed: 3 });
  await page.goto(`/studio?product=${productId}`);
  const open = page.getByRole('button', { name: new RegExp(`^${copy.openNamed('Kettle')}`) });
  await open.click();
  const large = page.getByRole('img', { name: new RegExp(`^${copy.alt('Kettle')}`) });
  await expect.poll(() => width(large)).toBeGreaterThan(400);
  const before = await large.getAttribute('src');

  await page.getByRole('button', { name: copy.editText }).click();
  const form = page.getByRole('form', { name: copy.editText });
  await form.getByRole('textbox', { name: copy.textNames.headline }).fill('Tea before the bus comes');
  await form.getByRole('button', { name: copy.applyText }).click();
  await expect(large).not.toHaveAttribute('src', before ?? '');
  await expect.poll(() => width(large)).toBeGreaterThan(400);
  const { texts } = await program.aiImages.get.query({ id: made.id });
  expect(texts?.headline).toBe('Tea before the bus comes');

  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('link', { name: copy.download }).click();
  const bytes = readFileSync(await (await download).path());
  const shown = await page.request.get((await large.getAttribute('src')) ?? '');
  expect(bytes.equals(await shown.body())).toBe(true);

  await form.getByRole('button', { name: uiCopy.undo }).click();
  await expect(form.getByRole('textbox', { name: copy.textNames.headline })).not.toHaveValue(/bus/);
  expect((await program.aiImages.get.query({ id: made.id })).texts?.headline).not.toContain('bus');
  await expect(form.getByRole('button', { name: uiCopy.undo })).toBeHidden();
});
