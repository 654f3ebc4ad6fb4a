import { cardsAmong, withHolders } from './cards.ts';
import { attribute, namesOf, type PageElement, spacedText, textOf } from './html.ts';
import { otherPricesIn, saysOtherPrice } from './otherPrices.ts';
import { type Market, type Price, priceIn } from './price.ts';
import { askedAmong } from './rivalPrices.ts';
import { plainText } from './pageText.ts';

const priceNames = /price|preis|prix|precio|prezzo|preco|cena|amount/i;
const mostLooked = 3000;
const mostText = 200;

/**
 * The price that stands nearest behind the heading; where there is no heading, the only one that the page shows.
 * `listing` where what stands there are the prices of several products, `several` where nothing says which is to be paid.
 */
export function shownPrice(
  content: readonly PageElement[],
  heading: PageElement | undefined,
  market: Market,
): Price | 'listing' | 'several' | null {
  const looked = content.slice(0, mostLooked);
  const others = otherPricesIn(looked, market);
  const asked = looked.filter((element) => !others.has(element));
  const prices = pricesIn(asked, withHolders(others), market);
  const placeOf = cardsAmong(looked, prices, heading);
  const placed = [...prices].map(([element, price]) => ({
    element,
    price,
    isNamed: isNamedPrice(element),
    place: placeOf(element),
  }));
  const first = placed.find(({ place }) => place !== 'beside');
  if (first === undefined) return null;
  if (first.place === 'listed') return 'listing';
  if (heading === undefined && placed.some(({ price }) => price.amount !== first.price.amount)) return null;
  if (hasUnreadBefore(first.element, prices, asked)) return null;
  const own = placed.filter(({ place }) => place === null);
  return askedAmong(first, own, looked)?.price ?? 'several';
}

/** What is asked now, in the order of the page; an element in which another price is mixed is not read as a whole. */
function pricesIn(
  elements: readonly PageElement[],
  mixed: ReadonlySet<PageElement>,
  market: Market,
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
  return priceNames.test(`${namesOf(element)} ${names.join(' ').slice(0, 300)}`);
}

/** Whether a number that is called a price and cannot be read stands before, and is no beginning of this price. */
function hasUnreadBefore(
  priced: PageElement,
  prices: ReadonlyMap<PageElement, Price>,
  elements: readonly PageElement[],
): boolean {
  const digits = digitsOf(String(prices.get(priced)?.said));
  const read = new Set<PageElement | null>();
  for (const element of elements.slice(0, elements.indexOf(priced))) {
    if (prices.has(element) || read.has(element.parent)) read.add(element);
    else if (isNamedPrice(element)) {
      const text = textOf(element, mostText).trim();
      if (bareNumber.test(text) && !digits.startsWith(digitsOf(text))) return true;
    }
  }
  return false;
}

const bareNumber = /^\p{Sc}?\s?\p{Nd}[\p{Nd}\s.,–-]*\p{Sc}?$/u;
const digitsOf = (text: string): string => text.replaceAll(/\P{Nd}/gu, '');

function wholePrice(element: PageElement, market: Market): Price | null {
  const spaced = plainText(spacedText(element, mostText), mostText);
  return (
    priceOf(spaced, market) ?? piecedPrice(plainText(textOf(element, mostText), mostText), spaced, market)
  );
}

/** `39`, `,` and `99` in elements of their own are one number; `49` and `99` with nothing between them may be anything. */
function piecedPrice(joined: string, spaced: string, market: Market): Price | null {
  const numbers = numbersIn(joined);
  const pieces = numbersIn(spaced.replaceAll(/(?<=\p{Nd})\s*([.,])\s*(?=\p{Nd})/gu, '$1'));
  return numbers.length === 1 && numbers.join(' ') === pieces.join(' ') ? priceOf(joined, market) : null;
}

const numbersIn = (text: string): readonly string[] => text.match(/[\p{Nd}.,]*\p{Nd}[\p{Nd}.,]*/gu) ?? [];

/** Without what stands in elements inside; a sentence is no price. */
function ownPrice(element: PageElement, market: Market): Price | null {
  const text = element.children.filter((child) => typeof child === 'string').join(' ');
  return text.length <= 60 ? priceOf(plainText(text, mostText), market) : null;
}

function priceOf(text: string, market: Market): Price | null {
  const isPrice = /\p{Nd}/u.test(text) && !saysOtherPrice(text);
  return isPrice ? priceIn(text, market) : null;
}
