import { parseHTML } from 'linkedom';
import type { ServedPage } from './servedPage.fixture.ts';

/** A page as a browser has it after its own scripts ran. @param more whether "More" was pressed */
export function documentOf({ address, html }: Pick<ServedPage, 'address' | 'html'>, more = false): Document {
  const { document } = parseHTML(html);
  const list = document.querySelector('#list');
  const content = (name: string): string => document.querySelector(`template${name}`)?.innerHTML ?? '';
  const first = content('#first');
  const next = content('#next');
  for (const template of document.querySelectorAll('template')) template.remove();
  if (list !== null) list.innerHTML = more ? first + next : first;
  Object.defineProperty(document, 'URL', { value: address });
  Object.defineProperty(document, 'baseURI', { value: address });
  return document;
}

/** The data that a page holds before its first call. */
export function inlineData(document: Document): string[] {
  return [...document.querySelectorAll('script[type="application/json"]')].map(
    ({ textContent }) => textContent ?? '',
  );
}
