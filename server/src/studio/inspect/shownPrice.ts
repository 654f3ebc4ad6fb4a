import { namesOf, type PageElement, spacedText } from './html.ts';
import { type Market, type Price, priceIn } from './price.ts';
import { plainText } from './pageText.ts';

const priceNames = /price|preis|prix|precio|prezzo|preco|cena|amount/i;
/** What was asked before, or is asked elsewhere or for a part; in names with a hyphen at each word. */
const otherPrices =
  /compare|cross|strike|discount|saving|unit-?price|(?<![a-z])(?:old|was|before|list|msrp|rrp|uvp|basis)(?![a-z])/;
const crossedOut = new Set(['del', 's', 'strike']);
/** Numbers with a currency that are no price of the product: postage, savings, instalments. */
const noPrice =
  /ship|deliver|postage|versand|liefer|livraison|env[ií]o|spedizion|доставк|配送|送料|배송|sav(?:e|ing)|spar|\boff\b|rabatt|discount|remise|descuento|скидк|coupon|gutschein|free|gratis|kostenlos|gratuit|\/\s?mo|month|monat|mois|mensual|instal|rate|klarna|afterpay|orders? over|spend|deposit|per\s/i;
const mostLooked = 3000;

/** The price that stands nearest behind the heading; where there is no heading, the only one that the page shows. */
export function shownPrice(
  content: readonly PageElement[],
  hasHeading: boolean,
  market: Market,
): Price | null {
  const crossed = new Set<PageElement>();
  const found: Price[] = [];
  for (const element of content.slice(0, mostLooked)) {
    const isCrossed = crossedOut.has(element.name) || otherPrices.test(hyphenated(namesOf(element)));
    if (isCrossed || (element.parent !== null && crossed.has(element.parent))) crossed.add(element);
    else {
      const price = priceOf(element, market);
      if (price !== null && hasHeading) return price;
      if (price !== null) found.push(price);
    }
  }
  const [first] = found;
  return first !== undefined && found.every(({ amount }) => amount === first.amount) ? first : null;
}

const hyphenated = (names: string): string => names.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

function priceOf(element: PageElement, market: Market): Price | null {
  const isNamed = priceNames.test(namesOf(element));
  const text = isNamed ? spacedText(element, 200) : ownText(element);
  if (!/\p{Nd}/u.test(text)) return null;
  const plain = plainText(text, 200);
  return noPrice.test(plain) ? null : priceIn(plain, market);
}

/** Without what stands in elements inside; a sentence is no price. */
function ownText(element: PageElement): string {
  const text = element.children.filter((child) => typeof child === 'string').join(' ');
  return text.length <= 60 ? text : '';
}
