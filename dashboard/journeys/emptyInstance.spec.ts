import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { adsCopy } from '../src/features/ads/copy.ts';
import { authCopy } from '../src/features/auth/copy.ts';
import { brandsCopy } from '../src/features/brands/copy.ts';
import { importsCopy } from '../src/features/settings/sources/copy.ts';
import { createFolder, startServer, type StartedServer } from './magpie.ts';
import { magpieAt } from './people.ts';

const { demo, discover } = adsCopy;
const { file, result } = importsCopy;

const table = `Page name,Ad text,Started,Notes
Northpot,Tea in 90 seconds,2026-01-02,seen twice
Copper Kettle,Boil less and save,2026-01-03,
`;

let server: StartedServer;
test.beforeAll(async () => {
  server = await startServer(createFolder(), { MAGPIE_DEMO_ADS: '0', SMTP_URL: '' });
});
test.afterAll(() => server.stop());

test('an empty instance leads to the first import, and demo ads are removed with one click', async ({
  page,
}) => {
  await page.goto(server.firstLink);
  await page.getByRole('button', { name: authCopy.signIn.signIn }).click();
  await expect(page.getByText(discover.noAds)).toBeVisible();
  await page.getByRole('link', { name: discover.importAds }).click();
  await expect(page.getByRole('heading', { name: importsCopy.title, level: 1 })).toBeVisible();

  const choose = (name: string, content: string): Promise<void> =>
    page.getByLabel(file.choose).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await choose('ages.csv', 'age,percentage\n18-24,10\n');
  await expect(page.getByText(file.notRecognised)).toBeVisible();
  await expect(page.getByRole('button', { name: file.import, exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: file.another }).click();

  // Beside the area for files.
  const dataTransfer = await page.evaluateHandle((content) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([content], 'ads.csv', { type: 'text/csv' }));
    return dropped;
  }, table);
  const previews: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/import/preview')) previews.push(request.url());
  });
  // Chrome lists a dragged image of the page as a file.
  await page.dispatchEvent('h1', 'dragstart');
  await page.dispatchEvent('h1', 'drop', { dataTransfer });
  await page.dispatchEvent('h1', 'dragend');
  await page.dispatchEvent('h1', 'drop', { dataTransfer });
  await expect(page.getByText('Tea in 90 seconds')).toBeVisible();
  expect(previews).toHaveLength(1);
  await expect(page.getByLabel(file.column('Page name'))).toHaveValue('advertiser');
  await expect(page.getByLabel(file.column('Notes'))).toHaveValue('');
  await page.getByRole('button', { name: file.import, exact: true }).click();
  await expect(page.getByRole('heading', { name: result.done })).toBeVisible();
  await page.getByRole('link', { name: result.showAds }).click();
  await expect(page.getByText(adsCopy.ads(2), { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: demo.notice })).toHaveCount(0);

  await magpieAt(server.dataFolder, 'demo', '--ads', '30');
  await page.reload();
  await expect(page.getByRole('article').getByText(demo.mark, { exact: true })).not.toHaveCount(0);
  const notice = page.getByRole('region', { name: demo.notice });
  await notice.getByRole('button', { name: demo.remove }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByText(adsCopy.ads(2), { exact: true })).toBeVisible();
});

async function signInAgain(page: Page): Promise<void> {
  const link = /\S*\/sign-in\/\S+/.exec(
    await magpieAt(server.dataFolder, 'users', 'link', 'owner@localhost'),
  )?.[0];
  await page.goto(link ?? '');
  await page.getByRole('button', { name: authCopy.signIn.signIn }).click();
  await page.getByRole('heading', { name: discover.title, level: 1 }).waitFor();
}

test('an ad library is connected with a form that explains its credentials, scheduled and paused', async ({
  page,
}) => {
  const copy = importsCopy.libraries;
  await signInAgain(page);
  await page.goto(`${server.address}/import`);
  await page.getByRole('button', { name: copy.connect('Meta Ad Library') }).click();
  const dialog = page.getByRole('dialog', { name: copy.dialogTitle('Meta Ad Library') });
  await expect(dialog.getByText('Confirm your identity at facebook.com/ID')).toBeVisible();
  await dialog.getByLabel(copy.name, { exact: true }).fill('kettles');
  await dialog.getByLabel('Access token', { exact: true }).fill('a token with spaces');
  await dialog.getByLabel('Countries').fill('DE, FR');
  await dialog.getByLabel('Search terms').fill('kettle');
  await dialog.getByRole('button', { name: copy.add }).click();
  await expect(dialog.getByText('must be an access token').first()).toBeVisible();
  await dialog.getByLabel('Access token', { exact: true }).fill('EAA-token-of-the-ad-library');
  await dialog.getByRole('button', { name: copy.add }).click();
  const sources = page.getByRole('list', { name: copy.sources });
  await expect(sources.getByText('DE, FR · kettle')).toBeVisible();

  await page.goto(`${server.address}/settings/sources`);
  const choose = async (role: 'menuitem' | 'menuitemcheckbox', name: string): Promise<void> => {
    await page.getByRole('button', { name: copy.actions('kettles') }).click();
    await page.getByRole(role, { name, exact: true }).click();
  };
  await expect(sources.getByText(copy.schedule(1440))).toBeVisible();
  await choose('menuitemcheckbox', copy.intervals[360] ?? '');
  await expect(sources.getByText(copy.schedule(360))).toBeVisible();
  await choose('menuitem', copy.pause);
  await expect(sources.getByText(copy.paused)).toBeVisible();
  await choose('menuitem', copy.resume);
  await expect(sources.getByText(copy.paused)).toHaveCount(0);
  await page.getByRole('button', { name: copy.actions('kettles') }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(sources).toHaveCount(0);
});

test('a competitor is added by its website, and followed', async ({ page }) => {
  const { addBrand: copy, libraries } = importsCopy;
  const exported = path.join(createFolder(), 'ads.csv');
  writeFileSync(exported, table);
  await magpieAt(server.dataFolder, 'import', exported);
  await signInAgain(page);
  await page.goto(`${server.address}/brands`);
  await page.getByRole('link', { name: brandsCopy.list.addBrand }).click();
  await page.getByLabel(copy.field).fill('northpot.com');
  await expect(page.getByRole('main').getByRole('link', { name: 'Northpot', exact: true })).toBeVisible();

  await page.getByRole('button', { name: libraries.connect('LinkedIn Ad Library') }).click();
  const dialog = page.getByRole('dialog', { name: libraries.dialogTitle('LinkedIn Ad Library') });
  await expect(dialog.getByLabel('Advertiser', { exact: true })).toHaveValue('northpot');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: copy.readFrom('Microsoft Ad Library') }).click();
  await expect(page.getByText('northpot-microsoft', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: libraries.actions('northpot-microsoft') }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: copy.readFrom('Microsoft Ad Library') })).toBeVisible();
  await page.goto(`${server.address}/brands`);
  await expect(page.getByText(brandsCopy.list.brands(1), { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Northpot' }).first()).toBeVisible();

  await page.goto(`${server.address}/add-brand`);
  await page.getByLabel(copy.field).fill('https://www.facebook.com/ads/library/?id=1');
  await expect(page.getByText('link of a single ad')).toBeVisible();
});

test('without email, a person is sent to the administrator, and the command is only for the operator', async ({
  page,
}) => {
  const { password } = authCopy;
  await page.goto(`${server.address}/forgot-password`);
  await expect(page.getByText(password.noMailText)).toBeVisible();
  await expect(page.getByText(password.linkCommand)).toBeHidden();
  await page.getByText(password.forOperator).click();
  await expect(page.getByText(password.linkCommand)).toBeVisible();
});
