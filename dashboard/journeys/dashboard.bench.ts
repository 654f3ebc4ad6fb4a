import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { appCopy } from '../src/app/copy.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { brandsCopy } from '../src/features/brands/copy.ts';
import { address, type Person, test } from './people.ts';

/**
 * Measures Discover and a brand page, and writes the table in docs/benchmarks.md. Each load is one of a new browser
 * context with an empty cache; the server has answered the same page before. Bytes are those of the responses, as
 * compressed by the server.
 */

const rounds = 5;
const cpuSlowdown = 4;
const aims = { script: 160_000, largestPaint: 1500, interaction: 100, layoutShift: 0.1 };

interface Load {
  readonly script: number;
  readonly requests: number;
  readonly contentAt: number;
  readonly largestPaint: number;
  readonly layoutShift: number;
  /** From the request to the end of the slowest response of the API that the content waits for. */
  readonly slowestResponse: number;
  /** Of the main thread until the page is complete, in milliseconds. */
  readonly scripting: number;
  readonly rendering: number;
}

interface Recorded {
  contentAt: number;
  largestPaint: number;
  layoutShift: number;
  /** The longest event since the last reset, from the input to the next frame. */
  slowestEvent: number;
}

declare global {
  // Set in the page by `record`.
  var recorded: Recorded;
}

/** Runs in the page before its own scripts. */
function record(content: string): void {
  const recorded: Recorded = { contentAt: 0, largestPaint: 0, layoutShift: 0, slowestEvent: 0 };
  globalThis.recorded = recorded;
  const observe = (type: string, each: (entry: PerformanceEntry) => void, more = {}): void => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) each(entry);
    }).observe({ type, buffered: true, ...more });
  };
  observe('largest-contentful-paint', ({ startTime }) => {
    recorded.largestPaint = startTime;
  });
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) recorded.layoutShift += value;
  });
  observe(
    'event',
    (entry) => {
      if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId > 0)
        recorded.slowestEvent = Math.max(recorded.slowestEvent, entry.duration);
    },
    { durationThreshold: 16 },
  );
  new MutationObserver((_, observer) => {
    if (document.querySelector(content) === null) return;
    observer.disconnect();
    recorded.contentAt = performance.now();
  }).observe(document, { childList: true, subtree: true });
}

interface OpenPage {
  readonly page: Page;
  readonly session: CDPSession;
}

async function openSlowly(context: BrowserContext, path: string, content: string): Promise<OpenPage> {
  const page = await context.newPage();
  await page.addInitScript(record, content);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await session.send('Performance.enable');
  await page.goto(path);
  await page.locator(content).first().waitFor();
  // Lazy images in the viewport and idle work are part of what is measured. Events keep a connection open.
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, left, width } = image.getBoundingClientRect();
      return image.complete || width === 0 || top > window.innerHeight || left > window.innerWidth;
    }),
  );
  await page.waitForTimeout(1500);
  return { page, session };
}

async function readLoad({ page, session }: OpenPage): Promise<Load> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = new Map(metrics.map(({ name, value }) => [name, value]));
  const milliseconds = (...names: string[]): number =>
    1000 * names.reduce((sum, name) => sum + (seconds.get(name) ?? 0), 0);
  const loaded = await page.evaluate(() => {
    const { contentAt, largestPaint, layoutShift } = globalThis.recorded;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const before = resources.filter(({ startTime }) => startTime < contentAt);
    const scripts = before.filter(({ name }) => name.endsWith('.js'));
    return {
      script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      requests: before.length + 1,
      contentAt,
      largestPaint,
      layoutShift,
      slowestResponse: Math.max(
        0,
        ...before
          .filter(({ name, responseEnd }) => name.includes('/api/') && responseEnd <= contentAt)
          .map(({ duration }) => duration),
      ),
    };
  });
  return {
    ...loaded,
    scripting: milliseconds('ScriptDuration'),
    rendering: milliseconds('LayoutDuration', 'RecalcStyleDuration'),
  };
}

/** Milliseconds from the input to the frame after it, for the slowest event of the action. */
async function timeInteraction(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    globalThis.recorded.slowestEvent = 0;
  });
  await act();
  await page.waitForTimeout(800);
  return page.evaluate(() => globalThis.recorded.slowestEvent);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

type Interaction = readonly [name: string, act: (page: Page) => Promise<void>];

interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** A selector of what the page is opened for. */
  readonly content: string;
  readonly interactions: readonly Interaction[];
}

const openMenu: Interaction = [
  'open the account menu',
  (page) => page.getByRole('button', { name: appCopy.shell.account }).click(),
];

async function listPages({ program }: Person): Promise<readonly MeasuredPage[]> {
  const [brand] = await program.brandSpy.listTopAdvertisers.query({ limit: 1 });
  const { discover, save } = adsCopy;
  return [
    {
      name: 'Discover',
      path: '/discover',
      content: 'article[data-hash]',
      interactions: [
        [
          'open a filter',
          (page) => page.getByRole('button', { name: discover.groups.countries, exact: true }).click(),
        ],
        [
          'type in the search',
          (page) => page.getByRole('textbox', { name: discover.search }).pressSequentially('free'),
        ],
        ['save an ad', (page) => page.getByRole('button', { name: save.save, exact: true }).first().click()],
        openMenu,
        ['open an ad', (page) => page.locator('article a[aria-hidden]').first().click({ force: true })],
      ],
    },
    {
      name: 'Brand page',
      path: `/brands/${encodeURIComponent(brand?.company ?? '')}`,
      content: 'main dl',
      interactions: [
        openMenu,
        [
          'follow',
          (page) =>
            page
              .getByRole('button', { name: /^(?:Follow|Unfollow) / })
              .first()
              .click(),
        ],
        [
          'choose a period',
          (page) =>
            page
              .getByRole('group', { name: brandsCopy.filters.title })
              .getByRole('radio', { name: brandsCopy.filters.ranges['30'] })
              .click(),
        ],
      ],
    },
  ];
}

async function measurePage(
  browser: Browser,
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>,
  { path, content, interactions }: MeasuredPage,
) {
  const loads: Load[] = [];
  const times = new Map(interactions.map(([name]) => [name, [] as number[]]));
  // The first one warms the server up.
  for (let round = 0; round <= rounds; round += 1) {
    const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies);
    const opened = await openSlowly(context, path, content);
    const load = await readLoad(opened);
    const { page } = opened;
    for (const [name, act] of interactions) {
      const time = await timeInteraction(page, () => act(page));
      if (round > 0) times.get(name)?.push(time);
      await page.keyboard.press('Escape');
    }
    if (round > 0) loads.push(load);
    await context.close();
  }
  return { loads, times };
}

function describe(value: number, unit: string, aim?: number): string {
  const text = unit === 'kB' ? (value / 1000).toFixed(1) : value.toFixed(unit === '' ? 3 : 0);
  return `${text}${unit === '' ? '' : ` ${unit}`}${aim !== undefined && value > aim ? ' **(missed)**' : ''}`;
}

test('the speed of Discover and of a brand page', async ({ browser, newcomer }) => {
  const cookies = await newcomer.page.context().cookies();
  const pages = await listPages(newcomer);
  const measured: ({ page: MeasuredPage } & Awaited<ReturnType<typeof measurePage>>)[] = [];
  for (const page of pages) measured.push({ page, ...(await measurePage(browser, cookies, page)) });
  const row = (name: string, read: (load: Load) => number, unit: string, aim?: number): string =>
    `| ${name} | ${measured.map(({ loads }) => describe(median(loads.map(read)), unit, aim)).join(' | ')} |`;
  const names = [...new Set(measured.flatMap(({ times }) => [...times.keys()]))];
  const lines = [
    `| | ${pages.map(({ name }) => name).join(' | ')} |`,
    `|---|${'---:|'.repeat(pages.length)}`,
    row(
      `JavaScript before the content (aim: ${aims.script / 1000} kB)`,
      ({ script }) => script,
      'kB',
      aims.script,
    ),
    row('requests before the content', ({ requests }) => requests, '×'),
    row('content in the document', ({ contentAt }) => contentAt, 'ms'),
    row('slowest response before it', ({ slowestResponse }) => slowestResponse, 'ms'),
    row('main thread, scripts', ({ scripting }) => scripting, 'ms'),
    row('main thread, styles and layout', ({ rendering }) => rendering, 'ms'),
    row(
      `largest paint (aim: ${aims.largestPaint} ms)`,
      ({ largestPaint }) => largestPaint,
      'ms',
      aims.largestPaint,
    ),
    row(`layout shift (aim: ${aims.layoutShift})`, ({ layoutShift }) => layoutShift, '', aims.layoutShift),
    ...names.map((name) => {
      const cells = measured.map(({ times }) => {
        const values = times.get(name);
        return values === undefined ? '' : describe(median(values), 'ms', aims.interaction);
      });
      return `| ${name} (aim: ${aims.interaction} ms) | ${cells.join(' | ')} |`;
    }),
  ];
  const where = `Node ${process.versions.node}, ${os.platform()} ${os.arch()}, ${os.availableParallelism()} cores, Chromium ${browser.version()}.`;
  const table = `\n${where}\n\n${lines.join('\n')}\n\n`;
  const guide = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
  const markers = /(<!-- dashboard -->\n)[^]*(<!-- \/dashboard -->)/;
  writeFileSync(
    guide,
    readFileSync(guide, 'utf8').replace(markers, (_, start: string, end: string) => start + table + end),
  );
  console.log(table);
});
