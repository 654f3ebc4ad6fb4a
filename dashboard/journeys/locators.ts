import type { Locator, Page } from '@playwright/test';

/** The section under a heading. */
export function section(page: Page, title: string | RegExp): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: title, level: 2 }) });
}

/** `1,234`, in the locale of the journeys. */
export function formatted(number: number): string {
  return number.toLocaleString('en-GB');
}

/** A toast with this text. */
export function toast(page: Page, words: string): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).getByText(words);
}

/** Its checkbox is shown on hover. */
export async function selectFirstAd(page: Page): Promise<void> {
  await page.getByRole('article').first().hover();
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .first()
    .check();
}

/** Chooses from a menu of values that a page has, such as its order. */
export async function choose(within: Page | Locator, label: string, name: string): Promise<void> {
  await within.getByRole('button', { name: `${label}: ` }).click();
  const page = 'page' in within ? within.page() : within;
  await page.getByRole('menuitemradio', { name, exact: true }).click();
}
