import type { Locator, Page } from '@playwright/test';

/** The part of a page under a heading. */
export function part(page: Page, title: string | RegExp): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: title, level: 2 }) });
}

/** `1,234`, as readers of these journeys write numbers. */
export function written(number: number): string {
  return number.toLocaleString('en-GB');
}

/** What the page tells of something that was done. */
export function message(page: Page, words: string): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).getByText(words);
}
