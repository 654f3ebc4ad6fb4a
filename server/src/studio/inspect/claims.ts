import { absoluteUrl, attribute, plainText, readElementText, type PageElement } from './html.ts';
import type { Price } from './price.ts';

/** The four sources of product data in a page, most trusted first. */
export const dataSources = ['json-ld', 'microdata', 'open-graph', 'html'] as const;
export type DataSource = (typeof dataSources)[number];

export interface Claims {
  readonly name?: readonly string[];
  readonly url?: readonly string[];
  readonly description?: readonly string[];
  readonly price?: Price | null;
  readonly brandName?: readonly string[];
  readonly logoUrl?: readonly string[];
  readonly images?: readonly string[];
  readonly colors?: readonly string[];
  readonly sellingPoints?: readonly string[];
  readonly audience?: readonly string[];
}

export type PageSubject = 'product' | 'site' | 'page';

export interface PageFacts {
  readonly address: string;
  readonly base: string;
  /** Its canonical URL, if on the same site. */
  readonly canonical: string | null;
  readonly language: string | null;
  readonly host: string;
  readonly title: string | null;
  /** Page title and Open Graph title, whole and split. */
  readonly titles: readonly string[];
  readonly headings: readonly string[];
}

export function readFacts(elements: readonly PageElement[], address: string): PageFacts {
  const { hostname } = new URL(address);
  const named = (name: string): PageElement[] => elements.filter((element) => element.name === name);
  const shown = (name: string): string[] =>
    named(name)
      .slice(0, 5)
      .map((element) => plainText(readElementText(element), 300))
      .filter((text) => text !== '');
  const base = firstAddress(named('base'), address) ?? address;
  const canonical = firstAddress(
    named('link').filter((link) => attribute(link, 'rel')?.toLowerCase() === 'canonical'),
    base,
  );
  const [page] = named('html');
  const [title = null] = shown('title');
  const titles = [...sharedTitles(named('meta')), ...(title === null ? [] : [title])];
  return {
    address,
    base,
    canonical: canonical !== null && isSameSite(canonical, hostname) ? canonical : null,
    language: page === undefined ? null : attribute(page, 'lang'),
    host: hostname,
    title,
    titles: [...titles, ...titles.flatMap(splitTitle)],
    headings: shown('h1'),
  };
}

function sharedTitles(metas: readonly PageElement[]): string[] {
  const shared = metas.find((meta) => attribute(meta, 'property')?.toLowerCase() === 'og:title');
  const title = shared === undefined ? null : attribute(shared, 'content');
  return title === null ? [] : [plainText(title, 300)];
}

/** Titles often contain the site's name, and some a price. */
export const splitTitle = (title: string): string[] => title.split(/\s*\|[\s|–—·•:-]*|\s+[–—·•:-]\s+/);

function firstAddress(elements: readonly PageElement[], base: string): string | null {
  const href = elements.map((element) => attribute(element, 'href')).find((one) => one !== null);
  return href === undefined || href === null ? null : absoluteUrl(href, base);
}

const withoutWww = (name: string): string => name.replace(/^www\./, '');

function isSameSite(address: string, host: string): boolean {
  return withoutWww(new URL(address).hostname) === withoutWww(host);
}
