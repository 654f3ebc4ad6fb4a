import {
  attribute,
  idAndClasses,
  type PageElement,
  plainText,
  spacedText,
  readElementText,
  withAncestors,
} from './html.ts';
import { currentPriceAmong, mentionsOtherPrice, otherPricesIn } from './otherPrices.ts';
import { type PageMarket, type Price, parsePrice } from './price.ts';

const priceNames = /price|preis|prix|precio|prezzo|preco|cena|amount/i;
const maxElements = 3000;
const maxTextLength = 200;

/**
 * The first price after the heading; without a heading, the only price on the page. `listing` if there are prices of
 * several products, `several` if the current price is ambiguous.
 */
export function findShownPrice(
  content: readonly PageElement[],
  heading: PageElement | undefined,
  market: PageMarket,
): Price | 'listing' | 'several' | null {
  const searched = content.slice(0, maxElements);
  const others = otherPricesIn(searched, market);
  const current = searched.filter((element) => !others.has(element));
  const prices = pricesIn(current, withAncestors(others), market);
  const getPlace = findCards(searched, prices, heading);
  const placed = [...prices].map(([element, price]) => ({
    element,
    price,
    isNamed: isNamedPrice(element),
    place: getPlace(element),
  }));
  const first = placed.find(({ place }) => place !== 'beside');
  if (first === undefined) return null;
  if (first.place === 'listed') return 'listing';
  if (heading === undefined && placed.some(({ price }) => price.amount !== first.price.amount)) return null;
  if (hasUnreadBefore(first.element, prices, current)) return null;
  const own = placed.filter(({ place }) => place === null);
  return currentPriceAmong(first, own, searched)?.price ?? 'several';
}

/** Prices in document order; elements that also contain another price are not parsed as a whole. */
function pricesIn(
  elements: readonly PageElement[],
  mixed: ReadonlySet<PageElement>,
  market: PageMarket,
): ReadonlyMap<PageElement, Price> {
  const found = new Map<PageElement, Price>();
  const read = new Set<PageElement | null>();
  for (const element of elements) {
    const isPart = read.has(element.parent);
    const isWhole = isNamedPrice(element) && !mixed.has(element);
    const price = isWhole ? wholePrice(element, market) : ownPrice(element, market);
    if (isPart || (isWhole && price !== null)) read.add(element);
    if (price !== null && !isPart) found.set(element, price);
  }
  return found;
}

function isNamedPrice(element: PageElement): boolean {
  const names = ['data-test', 'data-testid', 'itemprop'].map((name) => attribute(element, name) ?? '');
  return priceNames.test(`${idAndClasses(element)} ${names.join(' ').slice(0, 300)}`);
}

/** Whether an unparseable number marked as price precedes this price and is no prefix of it. */
function hasUnreadBefore(
  priced: PageElement,
  prices: ReadonlyMap<PageElement, Price>,
  elements: readonly PageElement[],
): boolean {
  const digits = extractDigits(String(prices.get(priced)?.said));
  const read = new Set<PageElement | null>();
  for (const element of elements.slice(0, elements.indexOf(priced))) {
    if (prices.has(element) || read.has(element.parent)) read.add(element);
    else if (isNamedPrice(element)) {
      const text = readElementText(element, maxTextLength).trim();
      if (bareNumber.test(text) && !digits.startsWith(extractDigits(text))) return true;
    }
  }
  return false;
}

const bareNumber = /^\p{Sc}?\s?\p{Nd}[\p{Nd}\s.,–-]*\p{Sc}?$/u;
const extractDigits = (text: string): string => text.replaceAll(/\P{Nd}/gu, '');

function wholePrice(element: PageElement, market: PageMarket): Price | null {
  const spaced = plainText(spacedText(element, maxTextLength), maxTextLength);
  return (
    parseShownPrice(spaced, market) ??
    joinedPrice(plainText(readElementText(element, maxTextLength), maxTextLength), spaced, market)
  );
}

/** `39`, `,` and `99` in separate elements are one number; `49` and `99` without a separator are ambiguous. */
function joinedPrice(joined: string, spaced: string, market: PageMarket): Price | null {
  const numbers = numbersIn(joined);
  const pieces = numbersIn(spaced.replaceAll(/(?<=\p{Nd})\s*([.,])\s*(?=\p{Nd})/gu, '$1'));
  return numbers.length === 1 && numbers.join(' ') === pieces.join(' ')
    ? parseShownPrice(joined, market)
    : null;
}

const numbersIn = (text: string): readonly string[] => text.match(/[\p{Nd}.,]*\p{Nd}[\p{Nd}.,]*/gu) ?? [];

/** Uses only the element's own text; long texts are no prices. */
function ownPrice(element: PageElement, market: PageMarket): Price | null {
  const text = element.children.filter((child) => typeof child === 'string').join(' ');
  return text.length <= 60 ? parseShownPrice(plainText(text, maxTextLength), market) : null;
}

function parseShownPrice(text: string, market: PageMarket): Price | null {
  const isPrice = /\p{Nd}/u.test(text) && !mentionsOtherPrice(text);
  return isPrice ? parsePrice(text, market) : null;
}

/** From this many products side by side on, the page is a listing; fewer may be sizes or plans. */
const minListed = 4;
const maxCardLength = 500;
const titles = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);

type Place = 'listed' | 'beside' | null;

/** Finds similar short siblings, each with a price and its own link or title. */
function findCards(
  elements: readonly PageElement[],
  prices: ReadonlyMap<PageElement, Price>,
  heading: PageElement | undefined,
): (element: PageElement) => Place {
  const ofPage = withAncestors(heading === undefined ? [] : [heading]);
  const linked = withAncestors(
    elements.filter(({ name, attributes }) => name === 'a' && attributes.has('href')),
  );
  const titled = withAncestors(elements.filter(({ name }) => titles.has(name)));
  const pictured = withAncestors(elements.filter(({ name }) => name === 'img'));
  const isCard = (element: PageElement): boolean =>
    !ofPage.has(element) && (linked.has(element) || titled.has(element)) && isShort(element);
  const isProduct = (element: PageElement): boolean =>
    linked.has(element) && (titled.has(element) || pictured.has(element));
  const places = new Map<PageElement, Place>();
  const amounts = amountsIn(prices);
  for (const cards of similarGroups([...amounts.keys()].filter(isCard))) {
    const isListing = cards.length >= minListed && cards.every(isProduct);
    const single = cards.flatMap((card) => [...(amounts.get(card) ?? [])].slice(0, 2));
    // The same price twice is for two screen sizes; an element with several prices is no card.
    const areSeveral = single.length === cards.length && new Set(single).size > 1;
    if (isListing || areSeveral) for (const card of cards) places.set(card, isListing ? 'listed' : 'beside');
  }
  return (element) => {
    const around = listAncestors(element).flatMap((one) => places.get(one) ?? []);
    return around.includes('listed') ? 'listed' : (around[0] ?? null);
  };
}

function isShort(element: PageElement): boolean {
  return readElementText(element, 10 * maxCardLength).replaceAll(/\s+/g, ' ').length <= maxCardLength;
}

function listAncestors(element: PageElement): PageElement[] {
  const holders: PageElement[] = [];
  for (let one: PageElement | null = element; one !== null; one = one.parent) holders.push(one);
  return holders;
}

function amountsIn(prices: ReadonlyMap<PageElement, Price>): ReadonlyMap<PageElement, ReadonlySet<number>> {
  const amounts = new Map<PageElement, Set<number>>();
  for (const [element, { amount }] of prices)
    for (const one of listAncestors(element)) amounts.set(one, (amounts.get(one) ?? new Set()).add(amount));
  return amounts;
}

/** Groups of siblings with the same tag and first class; further classes often number them. */
function similarGroups(elements: readonly PageElement[]): PageElement[][] {
  const groups: PageElement[][] = [];
  const known = new Map<PageElement | null, Map<string, PageElement[]>>();
  for (const element of elements) {
    const [kind = ''] = (element.attributes.get('class') ?? '').trim().split(/\s+/, 1);
    const inside = known.get(element.parent) ?? new Map<string, PageElement[]>();
    const group = inside.get(`${element.name} ${kind}`) ?? [];
    known.set(element.parent, inside.set(`${element.name} ${kind}`, group));
    group.push(element);
    if (group.length === 2) groups.push(group);
  }
  return groups;
}
