import { addPerson, address, expect, magpie, test } from './people.ts';

test('a procedure is found in the reference, called with a key, and its response is shown', async ({
  stranger,
}) => {
  const key = /mgp_\w+/.exec(await magpie('users', 'add', 'developer@example.com'))?.[0] ?? '';
  const page = await stranger();
  await page.goto(`${address}/docs/guides/agents`);
  await expect(page.getByText(`claude mcp add --transport http magpie ${address}/mcp`).first()).toBeVisible();
  await page.goto(`${address}/docs`);
  await expect(page.getByRole('heading', { name: 'Getting started', level: 1 })).toBeVisible();
  await expect(page.getByText(`export MAGPIE_URL=${address}`)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search procedures and guides' }).fill('create board');
  await page.getByRole('link', { name: /^boards\.create/ }).click();
  await expect(page.getByRole('heading', { name: 'boards.create', exact: true })).toBeInViewport();
  await page.getByRole('searchbox', { name: 'Search procedures and guides' }).fill('restore backup');
  await expect(page.getByRole('link', { name: /^Backup/ }).first()).toBeVisible();

  await page.getByText('Try boards.create').click();
  await page.getByRole('button', { name: 'Send POST' }).click();
  await expect(page.getByText('401 Unauthorized')).toBeVisible();
  await page.getByLabel('Your API key').fill(key);
  await page.getByRole('textbox', { name: 'Input as JSON' }).fill('{"name":"From the reference"}');
  await page.getByRole('button', { name: 'Send POST' }).click();
  await expect(page.getByText('200 OK')).toBeVisible();
  await expect(page.getByText('"name": "From the reference"')).toBeVisible();

  // The key is stored for the tab, and destructive calls need confirmation.
  await page.goto(`${address}/docs/teams#teams.delete`);
  await expect(page.getByLabel('Your API key')).toHaveValue(key);
  await page.getByText('Try teams.delete').click();
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'Send POST' }).click();
  await expect(page.getByText(/^\d{3} /)).toHaveCount(0);
});

test('on a phone, a query runs, and the curl line is selected where the clipboard is unavailable', async ({
  stranger,
}) => {
  const { key } = await addPerson();
  const page = await stranger();
  await page.setViewportSize({ width: 375, height: 800 });
  await page.addInitScript(() => {
    // Browsers have no clipboard API over plain HTTP.
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.goto(`${address}/docs/brandSpy#brandSpy.getHeader`);
  const tryIt = page.getByText('Try brandSpy.getHeader');
  const box = page.locator('details', { has: tryIt });
  await page.getByLabel('Your API key').fill('mgp_…');
  await tryIt.click();
  await box.getByRole('button', { name: 'Send GET' }).click();
  await expect(box.getByText('This is not an API key')).toBeVisible();

  // The example uses existing data, so that it works unchanged.
  await page.getByLabel('Your API key').fill(key);
  await tryIt.click();
  await tryIt.click();
  await expect(box.getByRole('textbox')).not.toHaveValue(/Northpot/);
  await box.getByRole('button', { name: 'Send GET' }).click();
  await expect(box.getByText('200 OK')).toBeVisible();
  await box.getByRole('button', { name: 'Copy the curl line' }).click();
  await expect(box.getByRole('button', { name: 'Selected; copy it by keyboard' })).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^curl [^]*brandSpy\.getHeader/);

  const heights = await page.locator('tr').evaluateAll((rows) => rows.map((row) => row.clientHeight));
  expect(Math.max(...heights)).toBeLessThan(400);
});

test('sending the unchanged example of a mutation returns an error and changes nothing', async ({
  newcomer: { page, program },
}) => {
  const { id } = await program.boards.create.mutate({ name: 'Not for everybody' });
  await page.goto('/docs/boards#boards.togglePublic');
  const tryIt = page.getByText('Try boards.togglePublic');
  const box = page.locator('details', { has: tryIt });
  await tryIt.click();
  await box.getByRole('button', { name: 'Send POST' }).click();
  await expect(box.getByText('400 Bad Request')).toBeVisible();
  await expect(box.getByText(/"message": "id must be a whole number/)).not.toHaveCount(0);
  await box.getByRole('textbox').fill(JSON.stringify({ id, published: true }));
  await box.getByRole('button', { name: 'Send POST' }).click();
  await expect(box.getByText('200 OK')).toBeVisible();
});

test('on a phone, the contents open from further down the page and lead to a procedure', async ({
  stranger,
}) => {
  const page = await stranger();
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`${address}/docs/boards#boards.togglePublic`);
  const menu = page.getByRole('button', { name: 'Contents' });
  const heading = page.getByRole('heading', { name: 'boards.create', exact: true });
  await expect(page.getByText('Try boards.togglePublic')).toBeVisible();
  await expect(heading).not.toBeInViewport();
  await menu.click();
  await expect(page.getByRole('searchbox', { name: 'Search procedures and guides' })).toBeInViewport();
  await page.getByRole('navigation').getByRole('link', { name: 'create', exact: true }).click();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(heading).toBeInViewport();
});
