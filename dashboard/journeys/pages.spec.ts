import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { addPerson, expect, signIn, test } from './people.ts';

/**
 * Checks every page: accessibility in light and dark, no horizontal overflow from phone to wall screen, and no layout
 * shift. With MAGPIE_PICTURES=<folder> a screenshot of each is stored there.
 */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = process.env.MAGPIE_PICTURES;

const allScreens = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  phone: { colorScheme: 'light', viewport: { width: 360, height: 780 } },
  'dark on a wall': { colorScheme: 'dark', viewport: { width: 2560, height: 1440 } },
} as const;
type Screen = keyof typeof allScreens;
/** One screen for every change; `npm run test:soak` checks all. */
const screens: readonly Screen[] =
  process.env.MAGPIE_TEST_LOOKS === 'all' || pictures !== undefined
    ? ['light', 'phone', 'dark on a wall']
    : ['light'];

/** In the other theme only colors differ. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** The axe rules of the screen itself. */
const rules: Readonly<Record<Screen, readonly string[] | 'all'>> = {
  light: 'all',
  phone: 'all',
  'dark on a wall': colorRules,
};

const pages: readonly (readonly [name: string, at: (there: Fixtures) => string])[] = [
  ['discover', () => '/discover'],
  ['discover-nothing', () => '/discover?searchQuery=zzzzqqq'],
  ['boards', () => '/boards'],
  ['board', ({ boardId }) => `/boards/${boardId}`],
  ['brands', () => '/brands'],
  ['brand', ({ brand }) => `/brands/${encodeURIComponent(brand)}`],
  ['add-brand', () => '/add-brand?text=acme.com'],
  ['brand-unknown', () => '/brands/Nobody%20At%20All'],
  [
    'compare',
    ({ brand, otherBrand }) => `/compare?names=${encodeURIComponent(JSON.stringify([brand, otherBrand]))}`,
  ],
  ['trending', () => '/trending'],
  ['saturation', () => '/trending/saturation'],
  ['ad', ({ hash }) => `/ads/${hash}`],
  ['studio', () => '/studio'],
  ['studio-products', () => '/studio?tab=products'],
  ['studio-images', () => '/studio?tab=images'],
  ['alerts', () => '/alerts'],
  ['alerts-rules', () => '/alerts?tab=rules'],
  ['rule', () => '/alerts/rules/new'],
  ['rule-edit', ({ ruleId }) => `/alerts/rules/${ruleId}`],
  ['reports', () => '/reports'],
  ['report', ({ brand }) => `/reports/view?name=${encodeURIComponent(brand)}`],
  ['report-board', ({ boardId }) => `/reports/view?boardId=${boardId}`],
  ['import', () => '/import'],
  ['save', () => '/save?url=https%3A%2F%2Fexample.com%2Fad'],
  ['connect', ({ consent }) => consent],
  ['connect-nothing', () => '/connect?request=nothing'],
  ['settings-account', () => '/settings/account'],
  ['settings-keys', () => '/settings/keys'],
  ['settings-agents', () => '/settings/agents'],
  ['settings-browser', () => '/settings/browser'],
  ['settings-team', () => '/settings/team'],
  ['settings-sessions', () => '/settings/sessions'],
  ['settings-sources', () => '/settings/sources'],
  ['settings-webhooks', () => '/settings/webhooks'],
  ['settings-audit', () => '/settings/audit'],
  ['nothing-here', () => '/nothing/here'],
];
const openPages: typeof pages = [
  ['sign-in', () => '/sign-in'],
  ['sign-in-link', ({ signInLink }) => signInLink],
  ['sign-in-link-expired', () => '/sign-in/nothing'],
  ['forgot-password', () => '/forgot-password'],
  ['reset-password', () => '/reset-password?token=somebody-elses'],
  ['join', ({ invitation }) => `/join/${invitation}`],
  ['join-nothing', () => '/join/nothing'],
  ['join-link', ({ inviteLink }) => inviteLink],
  ['public-board', ({ slug }) => `/b/${slug}`],
  ['public-board-nothing', () => '/b/nothing-here-at-all'],
  ['public-report', ({ sharedReport }) => sharedReport],
  ['public-report-expired', () => '/r/nothing'],
  ['docs', () => '/docs'],
  ['docs-router', () => '/docs/boards'],
];

test.describe('every page', () => {
  test.describe.configure({ mode: 'parallel', timeout: 400_000 });
  let there: Fixtures;
  let cookies: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

  test.beforeAll(async ({ browser }) => {
    const person = await addPerson();
    there = await createFixtures(person);
    const page = await browser.newPage();
    await signIn(page, person);
    cookies = await page.context().storageState();
    await page.close();
  });

  for (const name of screens) {
    test(`${name}: no serious axe violations, no overflow, no layout shift`, async ({ browser }) => {
      const faults: string[] = [];
      const visit = async (
        which: typeof pages,
        options: Parameters<Browser['newContext']>[0],
      ): Promise<void> => {
        const context = await browser.newContext({ ...allScreens[name], ...options });
        const page = await context.newPage();
        for (const [title, at] of which) {
          await page.goto(at(there));
          await settled(page);
          const found = await faultsOf(page, rules[name]);
          if (name === 'light')
            found.push(...(await findingsInTheDark(page)), ...(await overflowAtOtherWidths(page)));
          faults.push(...found.map((fault) => `${title}: ${fault}`));
          if (pictures !== undefined)
            await page.screenshot({
              path: path.join(pictures, `${title}-${name.replaceAll(' ', '-')}.png`),
              fullPage: name !== 'dark on a wall',
            });
        }
        await context.close();
      };
      await visit(pages, { storageState: cookies });
      await visit(openPages, {});
      expect(faults).toEqual([]);
    });
  }
});

/** Waits until the page has loaded. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() =>
    Promise.all(
      [...document.images]
        .filter((image) => image.loading !== 'lazy')
        .map((image) => image.decode().catch(() => undefined)),
    ),
  );
}

/** Changes the theme of the open page, which takes less time than to load it again. */
async function findingsInTheDark(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.evaluate(colorsSettled);
  const findings = await seriousFindings(page, colorRules);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  return findings.map((finding) => `in the dark: ${finding}`);
}

/** Waits for the transitions that a new theme starts. */
async function colorsSettled(): Promise<void> {
  for (let frames = 0; frames < 2; frames += 1) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

async function overflowAtOtherWidths(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const width of [390, 900]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(measureOverflow);
    if (overflow > 0) faults.push(`${overflow} px of horizontal overflow at ${width}`);
  }
  await page.setViewportSize(allScreens.light.viewport);
  return faults;
}

function measureOverflow(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

async function faultsOf(page: Page, which: readonly string[] | 'all'): Promise<string[]> {
  const serious = await seriousFindings(page, which);
  const tooWide = await page.evaluate(measureOverflow);
  const moved = await page.evaluate(movement);
  return [
    ...serious,
    ...(tooWide > 0 ? [`${tooWide} px of horizontal overflow`] : []),
    ...(moved > 0.1 ? [`layout shift of ${moved}`] : []),
  ];
}

async function seriousFindings(page: Page, which: readonly string[] | 'all'): Promise<readonly string[]> {
  await page.evaluate(axe);
  const options: RunOptions = {
    // Other results take most of the time.
    resultTypes: ['violations'],
    ...(which === 'all' ? {} : { runOnly: [...which] }),
  };
  const { violations } = await page.evaluate(
    (input) =>
      (globalThis as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run(
        input,
      ),
    options,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
}

/** The cumulative layout shift; up to 0.1 counts as good. */
function movement(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      resolve(
        list
          .getEntries()
          .map((entry) => entry as PerformanceEntry & { value: number; hadRecentInput: boolean })
          .filter((entry) => !entry.hadRecentInput)
          .reduce((sum, entry) => sum + entry.value, 0),
      );
    }).observe({ type: 'layout-shift', buffered: true });
    // Without layout shifts there is no event.
    setTimeout(() => resolve(0), 100);
  });
}
