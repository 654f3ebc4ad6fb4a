import type { Page } from '@playwright/test';
import { expect, type Person, test } from './people.ts';
import { libCopy } from '../src/lib/copy.ts';
import { studioCopy } from '../src/features/studio/copy.ts';
import { boardsCopy } from '../src/features/boards/copy.ts';
import { settingsCopy } from '../src/features/settings/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';
import { appCopy } from '../src/app/copy.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { alertsCopy } from '../src/features/alerts/copy.ts';
import { brandsCopy } from '../src/features/brands/copy.ts';

/** Measures the scripts that a page loads from now on, in transferred bytes. */
function countCode(page: Page): () => Promise<{ readonly bytes: number; readonly names: readonly string[] }> {
  const responses: Promise<{ name: string; bytes: number }>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const name = new URL(response.url()).pathname;
    responses.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => ({ name, bytes: responseBodySize })),
    );
  });
  return async () => {
    const all = await Promise.all(responses.splice(0));
    return { bytes: all.reduce((sum, { bytes }) => sum + bytes, 0), names: all.map(({ name }) => name) };
  };
}

test('the first page loads less than 160 kB of code; other pages load theirs when opened', async ({
  newcomer: { page },
  stranger,
}) => {
  // The same person in a browser with an empty cache.
  const fresh = await stranger();
  await fresh.context().addCookies(await page.context().cookies());
  // Code for later is loaded while the browser is idle, which may be before or after the ads are seen here.
  await fresh.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const loaded = countCode(fresh);
  await fresh.goto('/discover');
  await expect(fresh.getByRole('article')).not.toHaveCount(0);
  const first = await loaded();
  expect(first.names).not.toHaveLength(0);
  expect(first.bytes).toBeLessThan(160_000);
  expect(first.bytes).toBeGreaterThan(50_000);

  const pages = { Studio: '/studio', Trending: '/trending', Brands: '/brands' };
  for (const [name, address] of Object.entries(pages)) {
    await fresh.getByRole('navigation', { name: appCopy.shell.pages }).getByRole('link', { name }).click();
    await expect(fresh).toHaveURL(new RegExp(`${address}$`));
    await expect(fresh.getByRole('heading', { name, level: 1 })).toBeVisible();
    const { names } = await loaded();
    expect(names, `no code loaded for ${name}`).not.toHaveLength(0);
    expect(names.filter((one) => first.names.includes(one))).toEqual([]);
  }
});

test('the first data of a page is requested before its code, once', async ({ newcomer, stranger }) => {
  const { program } = newcomer;
  const [ad] = (await program.ads.search.query({ limit: 1 })).ads;
  const brand = await company(newcomer);
  const cases = {
    '/discover': ['account.get', 'ads.search'],
    [`/brands/${brand}`]: ['account.get', 'brandSpy.getHeader', 'brandSpy.getOverview'],
    [`/ads/${ad?.hash}`]: ['account.get', 'ads.getDetails'],
  };
  for (const [path, procedures] of Object.entries(cases)) {
    const fresh = await stranger();
    await fresh.context().addCookies(await newcomer.page.context().cookies());
    const requested: string[] = [];
    fresh.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await fresh.goto(path);
    await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(fresh.getByRole('main').locator('article, dl').first()).toBeVisible();
    for (const procedure of procedures) {
      const isProcedure = (one: string): boolean => one.endsWith(`/trpc/${procedure}`);
      expect(requested.filter(isProcedure), `${procedure} on ${path}`).toHaveLength(1);
      expect(requested.findIndex(isProcedure)).toBeLessThan(
        requested.findIndex((one) => one.endsWith('/trpc/boards.list')),
      );
    }
  }
});

const company = async ({ program }: Person): Promise<string> => {
  const [brand] = await program.brandSpy.listTopAdvertisers.query({ limit: 1 });
  return encodeURIComponent(brand?.company ?? '');
};

/** Each page with its first query and the text that it shows after loading. */
const pages: readonly (readonly [
  procedure: string,
  at: string | ((person: Person) => Promise<string>),
  heading: string,
])[] = [
  ['ads.search', '/discover', '3,0'],
  ['boards.list', '/boards', boardsCopy.boards.empty],
  ['ads.list', '/boards?show=ads', boardsCopy.savedAds.noSavedAds],
  ['brandSpy.listTopAdvertisers', '/brands', brandsCopy.list.aboutTop],
  ['brandSpy.getHeader', async (person) => `/brands/${await company(person)}`, brandsCopy.changes.title],
  ['trending.topTagsByEngagement', '/trending', 'Percentage off'],
  [
    'ads.getDetails',
    async ({ program }) => `/ads/${(await program.ads.search.query({ limit: 1 })).ads[0]?.hash}`,
    adsCopy.texts.title,
  ],
  ['cloneProducts.list', '/studio', studioCopy.creatives.noProduct],
  ['brandImages.list', '/studio?tab=images', studioCopy.images.empty],
  ['notifications.list', '/alerts', alertsCopy.inbox.empty],
  ['notifications.listRules', '/alerts?tab=rules', alertsCopy.rules.empty],
  ['apiKeys.list', '/settings/keys', 'no expiry'],
  ['teams.list', '/settings/team', settingsCopy.team.empty],
  ['account.listSessions', '/settings/sessions', settingsCopy.sessions.currentSession],
  ['system.status', '/settings/sources', settingsCopy.sources.text],
  ['webhooks.list', '/settings/webhooks', settingsCopy.webhooks.empty],
];

test('every page shows an error with a retry, and recovers', async ({ newcomer }) => {
  test.setTimeout(120_000);
  const { page } = newcomer;
  // Server events would reload a page before the retry.
  await page.route('**/api/inbox/events', (route) => route.abort());
  for (const [procedure, at, words] of pages) {
    await test.step(procedure, async () => {
      const calls = new RegExp(`/trpc/${procedure}(?:\\?|$)`);
      await page.route(calls, (route) =>
        route.fulfill({
          status: 500,
          json: {
            error: { message: 'no', code: -32_603, data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 } },
          },
        }),
      );
      await page.goto(typeof at === 'string' ? at : await at(newcomer));
      const failure = page
        .getByRole('main')
        .getByRole('alert')
        .filter({ hasText: libCopy.serverError })
        .first();
      await expect(failure).toBeVisible();
      await page.unroute(calls);
      await failure.getByRole('button', { name: uiCopy.tryAgain }).click();
      await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
      await expect(failure).toBeHidden();
    });
  }
});

test('damaged data is announced on every page, with advice', async ({ newcomer: { page } }) => {
  await page.route(/\/trpc\/system\.health(?:\?|$)/, (route) =>
    route.fulfill({
      json: {
        result: {
          data: {
            status: 'degraded',
            problems: ['The index has lost ads: 2000 of 2006 ads are missing.'],
            advice: 'Restore the newest backup.',
          },
        },
      },
    }),
  );
  for (const at of ['/discover', '/settings/sources']) {
    await page.goto(at);
    const notice = page.getByRole('region', { name: appCopy.shell.damagedData });
    await expect(notice).toContainText('2000 of 2006 ads are missing');
    await expect(notice).toContainText('Restore the newest backup.');
  }
});
