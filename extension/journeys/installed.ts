import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  test as base,
  type Worker,
} from '@playwright/test';
import { addPerson, type Person } from '../../dashboard/journeys/people.ts';
import { type Gate, startGate } from './gate.ts';
import type { ServedPage } from '../src/sites/servedPage.fixture.ts';

const built = fileURLToPath(new URL('../dist/chrome-mv3', import.meta.url));

/** A page outside of the libraries, with a picture. */
export const shop = {
  address: 'https://shop.example/kettles',
  picture: 'https://shop.example/kettle.png',
  html: `<!doctype html><meta charset="utf-8"><title>Kettles</title><meta property="og:site_name" content="Northpot">
    <img src="/kettle.png" alt="Kettle">`,
};

/** A browser with the extension, and a user with a Magpie account. */
export interface Installed {
  readonly person: Person;
  readonly gate: Gate;
  readonly context: BrowserContext;
  /** The background of the extension. */
  readonly worker: Worker;
  /** Opens a page of the extension itself. */
  readonly own: (name: 'options' | 'popup') => Promise<Page>;
  /** Enters address and key on the options page. */
  readonly connect: (key?: string) => Promise<void>;
  /** Restarts the browser with the same profile. */
  readonly restart: () => Promise<Installed>;
}

interface Fixtures {
  readonly installed: Installed;
}

interface WorkerFixtures {
  /** The folder of the extension as the browser loads it. */
  readonly unpacked: string;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  unpacked: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-extension-'));
      cpSync(built, folder, { recursive: true });
      adaptForTests(folder);
      await use(folder);
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  installed: async ({ playwright, unpacked }, use, testInfo) => {
    const profile = mkdtempSync(path.join(os.tmpdir(), 'magpie-profile-'));
    const person = await addPerson();
    const gate = await startGate();
    const faults: string[] = [];
    const { launchOptions, locale, timezoneId, viewport } = testInfo.project.use;
    let current: Installed | undefined;
    const start = async (): Promise<Installed> => {
      const context = await playwright.chromium.launchPersistentContext(profile, {
        ...launchOptions,
        ...(locale !== undefined && { locale }),
        ...(timezoneId !== undefined && { timezoneId }),
        ...(viewport !== undefined && { viewport }),
        args: [
          ...(launchOptions?.args ?? []),
          `--disable-extensions-except=${unpacked}`,
          `--load-extension=${unpacked}`,
        ],
      });
      await serveSites(context, faults);
      const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
      // The options page opens after installation.
      if (current === undefined)
        await expect
          .poll(() => context.pages().some((page) => page.url().endsWith('/options.html')))
          .toBe(true);
      current = { person, gate, context, worker, ...pagesOf(context, worker, gate, person), restart };
      return current;
    };
    const restart = async (): Promise<Installed> => {
      await current?.context.close();
      return start();
    };
    await use(await start());
    await current?.context.close();
    gate.close();
    rmSync(profile, { recursive: true, maxRetries: 5 });
    if (faults.length > 0) throw new Error(`A page ${faults.join('\nA page ')}`);
  },
});

/**
 * Grants the hosts of the server and the shop, because Playwright can neither accept a permission prompt nor use the context
 * menu, and opens the shadow roots, because it cannot read closed ones.
 */
function adaptForTests(folder: string): void {
  const file = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  manifest.host_permissions = ['http://127.0.0.1/*', 'https://shop.example/*'];
  writeFileSync(file, JSON.stringify(manifest));
  const script = path.join(folder, 'content-scripts/library.js');
  const before = readFileSync(script, 'utf8');
  const after = before.replace(/mode:\s*([`"'])closed\1/, 'mode:"open"');
  if (after === before) throw new Error('No closed shadow root found in library.js.');
  writeFileSync(script, after);
}

function pagesOf(context: BrowserContext, worker: Worker, gate: Gate, person: Person) {
  const own = async (name: 'options' | 'popup'): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(new URL(`/${name}.html`, worker.url()).href);
    return page;
  };
  const connect = async (key = person.key): Promise<void> => {
    const page = await own('options');
    await page.getByLabel('Address of your Magpie').fill(gate.address);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Connected.').waitFor();
    await page.close();
  };
  return { own, connect };
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Reports every request to an unknown address as a fault. */
async function serveSites(context: BrowserContext, faults: string[]): Promise<void> {
  context.on('weberror', (error) => faults.push(`broke: ${error.error().message}`));
  await context.route(/^https?:/, async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    // The background calls the person's own server; pages never do.
    if (request.serviceWorker() !== null && url.hostname === '127.0.0.1') return route.continue();
    if (url.href === shop.address) return route.fulfill({ contentType: 'text/html', body: shop.html });
    if (url.pathname.endsWith('.png')) return route.fulfill({ contentType: 'image/png', body: onePixel });
    if (url.pathname === '/favicon.ico') return route.fulfill({ status: 404 });
    faults.push(`requested ${url.href}`);
    return route.abort();
  });
}

/** Opens a page of a library. */
export async function visit(context: BrowserContext, { address, html, answers }: ServedPage): Promise<Page> {
  const page = await context.newPage();
  await page.route(`${new URL(address).origin}/**`, (route) => {
    const { href, pathname, search } = new URL(route.request().url());
    const answer = answers[pathname + search] ?? answers[pathname];
    if (href === address) return route.fulfill({ contentType: 'text/html', body: html });
    return answer === undefined
      ? route.fallback()
      : route.fulfill({ contentType: 'application/json', body: answer });
  });
  await page.goto(address);
  return page;
}

/** The buttons of the extension on a page, one for each ad. */
export function buttons(page: Page): Locator {
  return page.locator('magpie-save');
}

export { expect } from '@playwright/test';
