import { cardsAmong, withHolders } from './cards.ts';
import { namesOf, type PageElement, spacedText, textOf } from './html.ts';
import { otherPricesIn, saysOtherPrice } from './otherPrices.ts';
import { type Market, type Price, priceIn } from './price.ts';
import { plainText } from './pageText.ts';

const priceNames = /price|preis|prix|precio|prezzo|preco|cena|amount/i;
/** Numbers with a currency that are no price of the product: postage, savings, instalments, what a kilogram costs. */
const noPrice =
  /ship|deliver|postage|versand|liefer|livraison|env[ií]o|spedizion|доставк|配送|送料|배송|sav(?:e|ing)|spar|\boff\b|rabatt|discount|remise|descuento|скидк|coupon|gutschein|free|gratis|kostenlos|gratuit|\/\s?mo|month|monat|mois|mensual|instal|rate|klarna|afterpay|orders? over|spend|deposit|per\s|grundpreis|(?:\/|\bpro|\bje)\s?\d*\s?(?:kg|g|l|ml|cl|m²?|lb|oz|liter|litre|st(?:ü?c)?k)\b/i;
const mostLooked = 3000;
const mostText = 200;

/**
 * The price that stands nearest behind the heading; where there is no heading, the only one that the page shows.
 * `listing` where what stands there are the prices of several products.
 */
export function shownPrice(
  content: readonly PageElement[],
  heading: PageElement | undefined,
  market: Market,
): Price | 'listing' | null {
  const looked = content.slice(0, mostLooked);
  const prices = pricesIn(looked, market);
  const placeOf = cardsAmong(looked, prices, heading);
  const found: Price[] = [];
  for (const [element, price] of prices) {
    const place = placeOf(element);
    if (place === 'listed' && found.length === 0) return 'listing';
    if (place === null) found.push(price);
  }
  const [first = null] = found;
  return heading !== undefined || found.every(({ amount }) => amount === first?.amount) ? first : null;
}

/** What is asked now, in the order of the page. */
function pricesIn(elements: readonly PageElement[], market: Market): ReadonlyMap<PageElement, Price> {
  const others = otherPricesIn(elements);
  const mixed = withHolders(others);
  const found = new Map<PageElement, Price>();
  for (const element of elements) {
    const isWhole = priceNames.test(namesOf(element)) && !mixed.has(element);
    const price = others.has(element)
      ? null
      : isWhole
        ? wholePrice(element, market)
        : ownPrice(element, market);
    if (price !== null) found.set(element, price);
  }
  return found;
}

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
  const isPrice = /\p{Nd}/u.test(text) && !noPrice.test(text) && !saysOtherPrice(text);
  return isPrice ? priceIn(text, market) : null;
}
