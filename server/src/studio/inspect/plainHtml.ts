import type { Claims, PageFacts } from './claims.ts';
import { attribute, idAndClasses, plainText, getSource, readElementText, type PageElement } from './html.ts';
import { colorsInStyles, findLogoUrls, findImageUrls } from './appearance.ts';
import { findShownPrice } from './shownPrice.ts';
import { type PageMarket, type Price, parseStatedPrice } from './price.ts';

/** Site-wide parts, and sections with other products. */
const elsewhereNames = new RegExp(
  String.raw`(?:^|\s)(?:site-|main-|page-|global-)?(?:nav|navbar|navigation|menu|footer|header|breadcrumbs?|sidebar|cookie\S*|consent\S*|mini-?cart|modal|drawer)(?=\s|$)` +
    String.raw`|related|recommend|upsell|cross-?sell|similar|recently|also-|you-may`,
  'i',
);
const elsewhereElements = new Set(['nav', 'footer', 'aside', 'dialog']);
const mainElements = new Set(['main', 'article']);
const pageElements = new Set(['#page', 'html', 'body']);

function selectContent(elements: readonly PageElement[]): PageElement[] {
  const inside = new Map<PageElement | null, 'page' | 'main' | 'elsewhere'>();
  return elements.filter((element) => {
    const place = locateElement(element, inside.get(element.parent) ?? 'page');
    inside.set(element, place);
    return place !== 'elsewhere';
  });
}

function locateElement(
  element: PageElement,
  outer: 'page' | 'main' | 'elsewhere',
): 'page' | 'main' | 'elsewhere' {
  const { name } = element;
  if (outer === 'elsewhere' || pageElements.has(name)) return outer;
  // A header inside an article belongs to the content.
  if (elsewhereElements.has(name) || (name === 'header' && outer === 'page')) return 'elsewhere';
  if (elsewhereNames.test(idAndClasses(element))) return 'elsewhere';
  return mainElements.has(name) ? 'main' : outer;
}

export interface HtmlClaims extends Claims {
  /** Whether it shows several products side by side and no single one before them. */
  readonly isListing: boolean;
  readonly isPriced: boolean;
}

export function readHtmlClaims(elements: readonly PageElement[], metas: Metas, facts: PageFacts): HtmlClaims {
  const content = selectContent(elements);
  const heading = content.findIndex(({ name }) => name === 'h1');
  const behindHeading = content.slice(heading + 1);
  const price = findShownPrice(behindHeading, content[heading], facts);
  return {
    ...readHtmlSiteClaims(elements, metas, facts),
    name: [...facts.headings.slice(0, 1), ...titles(facts)],
    price: typeof price === 'string' ? null : price,
    isListing: price === 'listing',
    isPriced: price !== null && price !== 'listing',
    images: findImageUrls(content),
    sellingPoints: pointsIn(behindHeading),
  };
}

/** Site data from HTML. Uses the title, because the heading is often a greeting. */
export function readHtmlSiteClaims(elements: readonly PageElement[], metas: Metas, facts: PageFacts): Claims {
  const names = metas.get('application-name') ?? [];
  return {
    name: [...names, ...titles(facts)],
    url: facts.canonical === null ? [] : [facts.canonical],
    description: metas.get('description') ?? [],
    brandName: names,
    logoUrl: findLogoUrls(elements),
    colors: colorsIn(elements, metas),
  };
}

const titles = ({ title }: PageFacts): string[] => (title === null ? [] : [title]);

function colorsIn(elements: readonly PageElement[], metas: Metas): string[] {
  const sheets = elements.filter(({ name }) => name === 'style').map(getSource);
  const inline = elements.slice(0, 5000).map((element) => attribute(element, 'style') ?? '');
  const said = [...(metas.get('theme-color') ?? []), ...(metas.get('msapplication-tilecolor') ?? [])];
  return [...said, ...colorsInStyles([...sheets, ...inline].join('\n'))];
}

const pointNames = /feature|benefit|highlight|bullet|usp|point|advantage|vorteil/i;

/** Entries of the list named as features, else of the first suitable list. */
function pointsIn(content: readonly PageElement[]): readonly string[] {
  const lists = content
    .filter(({ name }) => name === 'ul' || name === 'ol')
    .slice(0, 200)
    .map((list) => ({ list, points: listEntries(list) }))
    .filter(({ points }) => points.length >= 2);
  const named = lists.find(({ list }) =>
    [list, list.parent].some((one) => one !== null && pointNames.test(idAndClasses(one))),
  );
  return (named ?? lists[0])?.points ?? [];
}

/** Empty unless all entries are short texts, not links, options or reviews. */
function listEntries(list: PageElement): string[] {
  const entries = elementsIn(list).filter(({ name }) => name === 'li');
  if (entries.length > 15) return [];
  const texts = entries.map((entry) => plainText(readElementText(entry, 400), 400));
  const isPoint = texts.map((text, index) => {
    const parts = elementsIn(entries[index]);
    return text.length >= 4 && text.length <= 250 && !parts.some(({ name }) => notInPoints.has(name));
  });
  return isPoint.every(Boolean) ? texts : [];
}

const notInPoints = new Set('a button input label ul ol img select article form'.split(' '));

function elementsIn(element: PageElement | undefined): PageElement[] {
  return (element?.children ?? []).filter((child) => typeof child !== 'string');
}

/** `meta` contents by lower-case property or name. */
export type Metas = ReadonlyMap<string, readonly string[]>;

const maxMetas = 2000;

export function metasIn(elements: readonly PageElement[]): Metas {
  const metas = new Map<string, string[]>();
  for (const element of elements.filter(({ name }) => name === 'meta').slice(0, maxMetas)) {
    const name = attribute(element, 'property') ?? attribute(element, 'name');
    const content = attribute(element, 'content');
    if (name === null || content === null) continue;
    const key = name.toLowerCase();
    metas.set(key, [...(metas.get(key) ?? []), content]);
  }
  return metas;
}

export function describesProduct(metas: Metas): boolean {
  const types = metas.get('og:type') ?? [];
  const isProduct = types.some((type) => /^(?:og:)?product(?:\.item)?$/i.test(type));
  return isProduct || priceAmounts.some((name) => metas.has(name));
}

const priceAmounts = ['product:sale_price:amount', 'product:price:amount', 'og:price:amount'];

export function readOpenGraphClaims(metas: Metas, market: PageMarket): Claims {
  const all = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => metas.get(name) ?? []);
  return {
    name: all('og:title', 'twitter:title'),
    description: all('og:description', 'twitter:description'),
    price: readPrice(metas, market),
    brandName: all('product:brand', 'og:brand', 'og:site_name'),
    logoUrl: all('og:logo'),
    images: listImageUrls(metas),
    audience: all('product:target_gender', 'product:gender').slice(0, 1),
  };
}

export function readOpenGraphSiteClaims(metas: Metas): Claims {
  const { description = [], logoUrl = [], images = [] } = readOpenGraphClaims(metas, noMarket);
  const names = metas.get('og:site_name') ?? [];
  return { name: names, brandName: names, description, logoUrl, images };
}

const noMarket: PageMarket = { language: null, host: '' };

function readPrice(metas: Metas, market: PageMarket): Price | null {
  const name = priceAmounts.find((known) => metas.has(known));
  if (name === undefined) return null;
  const [currency = null] = metas.get(name.replace(/amount$/, 'currency')) ?? [];
  return parseStatedPrice(metas.get(name)?.[0], currency, market);
}

/** A picture may have an http and an https URL; https is preferred. */
function listImageUrls(metas: Metas): readonly string[] {
  const pictures = [...(metas.get('og:image') ?? []), ...(metas.get('og:image:url') ?? [])];
  const secure = metas.get('og:image:secure_url') ?? [];
  if (secure.length > 0 && secure.length >= pictures.length) return secure;
  return pictures.length > 0
    ? pictures
    : (metas.get('twitter:image') ?? metas.get('twitter:image:src') ?? []);
}
