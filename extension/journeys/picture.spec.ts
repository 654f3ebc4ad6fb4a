import { faultsOf } from './faults.ts';
import { expect, shop, test } from './installed.ts';

test('a picture from any page is saved with the entered company, platform and note', async ({
  installed: { person, context, worker, connect },
}) => {
  await connect();
  const page = await context.newPage();
  await page.goto(shop.address);
  const opened = context.waitForEvent('page');
  // Playwright cannot open the browser's context menu, so its click event is dispatched.
  const pressed = { menuItemId: 'save picture', srcUrl: shop.picture, pageUrl: shop.address };
  await worker.evaluate(`chrome.tabs.query({ url: ${JSON.stringify(shop.address)} }).then(([tab]) =>
    chrome.contextMenus.onClicked.dispatch(${JSON.stringify(pressed)}, tab))`);
  const picture = await opened;
  await expect(picture.getByRole('textbox', { name: 'Brand' })).toHaveValue('Northpot');
  await picture.getByRole('combobox', { name: 'Platform' }).selectOption('Instagram');
  await picture.getByRole('textbox', { name: 'Note' }).fill('The steam!');
  expect(await faultsOf(picture)).toEqual([]);
  await picture.getByRole('combobox', { name: 'Find or create a board' }).fill('Kettles');
  await picture.getByRole('option', { name: 'New board “Kettles”' }).click();
  await expect(picture.getByText('Saved to Kettles.')).toBeVisible();
  const { ads } = await person.program.ads.list.query({});
  expect(ads).toMatchObject([
    {
      advertiser: { name: 'Northpot' },
      platform: 'instagram',
      note: 'The steam!',
      media: [{ type: 'image', url: shop.picture }],
    },
  ]);
});

test('a picture without a web address shows an error, whatever its length', async ({
  installed: { context, worker, connect },
}) => {
  await connect();
  const opened = context.waitForEvent('page');
  await worker.evaluate(`chrome.contextMenus.onClicked.dispatch(
    { menuItemId: 'save picture', srcUrl: 'data:image/png;base64,' + 'A'.repeat(3_000_000), pageUrl: 'https://shop.example/' },
    { title: 'Kettles '.repeat(100_000) })`);
  const picture = await opened;
  await expect(picture.getByText('This picture has no web address')).toBeVisible();
});
