import { withAncestors } from './cards.ts';
import { hyphenated, idAndClasses, type PageElement, textOf } from './html.ts';
import type { Price } from './price.ts';

export interface PlacedPrice {
  readonly element: PageElement;
  readonly price: Price;
  /** Whether its markup names it a price. */
  readonly isNamed: boolean;
}

/** Maximum text between two prices that belong together. */
const maxTextBetween = 200;
const maxNearby = 20;
const maxLabelLength = 60;
const maxLabelDepth = 5;
/** A price in one of these elements belongs to an option or to another product. */
const choices = new Set(['option', 'label', 'a', 'button']);
const titles = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

const nowNames =
  /(?<![a-z])(?:sales?|current|final|special|now|promo|promotional|reduced|discounted|selling)(?![a-z])/;
const nowWords = new RegExp(
  String.raw`(?<!\p{L})(?:now|(?:sale|current|special|final|our|your|deal|offer) price|you pay|jetzt|(?:angebots|sonder|aktions)preis|reduzierter preis|maintenant|prix (?:promotionnel|soldé|réduit)` +
    String.raw`|ahora|precio (?:de oferta|rebajado|especial)|agora|por:?|preço promocional|adesso|ora|prezzo (?:scontato|in offerta)|nu|nå|nyt|(?:aanbiedings|actie)prijs|(?:rea|kampanj|försäljnings)-?pris` +
    String.raw`|(?:udsalgs|tilbuds|salgs)pris|teraz|cena promocyjna|akční cena|výprodejová cena|nyní|şimdi|indirimli fiyat|сейчас|цена со скидкой)(?!\p{L})` +
    String.raw`|セール価格|販売価格|特価|现价|現價|促销价|促銷價|特价|特價|优惠价|優惠價|판매가|할인가|할인 가격|ราคาโปรโมชั่น|ราคาพิเศษ|ราคาลด|الآن|سعر البيع|سعر العرض`,
  'iu',
);
/** The current price of a product that is not on sale; beside another price, the old one. */
const usualNames = /(?<![a-z])(?:regular|normal|standard|usual|full)(?![a-z])/;
const usualWords = new RegExp(
  String.raw`(?<!\p{L})(?:(?:regular|normal|usual|full|standard) price|value|m\.?r\.?p\.?|pvp|normaler preis|normalpreis|prix (?:habituel|normal)|precio (?:habitual|normal|regular|de lista)|preço (?:normal|de tabela)` +
    String.raw`|prezzo (?:di listino|normale|pieno)|normale prijs|ordinarie pris|normalpris|vanlig pris|normaalihinta|cena regularna|běžná cena|normal fiyat|liste fiyatı|обычная цена|giá thông thường)(?!\p{L})` +
    String.raw`|通常価格|常规价格|常規價格|定價|정가|정상가|ราคาปกติ|السعر العادي|السعر الأصلي`,
  'iu',
);

/** The current price among the first and nearby ones; null if it is ambiguous. */
export function currentPriceAmong(
  first: PlacedPrice,
  placed: readonly PlacedPrice[],
  content: readonly PageElement[],
): PlacedPrice | null {
  const near = [first, ...nearbyPrices(first, placed, content)];
  if (areSameAmount(near)) return first;
  const labelled = near.map((one) => ({ one, ...labelsOf(one, near) }));
  const now = labelled.filter(({ isNow }) => isNow).map(({ one }) => one);
  if (now.length > 0) return areSameAmount(now) ? (now[0] ?? null) : null;
  const named = labelled.filter(({ one, isUsual }) => one.isNamed && !isUsual).map(({ one }) => one);
  const [only] = named;
  const isLowest = near.every(({ price }) => price.amount >= (only?.price.amount ?? 0));
  return only !== undefined && areSameAmount(named) && isLowest ? only : null;
}

const areSameAmount = (prices: readonly PlacedPrice[]): boolean =>
  new Set(prices.map(({ price }) => price.amount)).size === 1;

/** Other amounts shortly after a price, before the next heading. */
function nearbyPrices(
  first: PlacedPrice,
  placed: readonly PlacedPrice[],
  content: readonly PageElement[],
): PlacedPrice[] {
  const near = new Set<PageElement>();
  const holders = withAncestors(placed.map(({ element }) => element));
  let between = 0;
  for (const element of content.slice(content.indexOf(first.element))) {
    if (between > maxTextBetween || (titles.has(element.name) && !holders.has(element))) break;
    near.add(element);
    between += ownText(element).length;
  }
  const isRival = ({ element, price }: PlacedPrice): boolean =>
    near.has(element) && price.amount !== first.price.amount && !isChoice(element);
  return placed.filter(isRival).slice(0, maxNearby);
}

function isChoice(element: PageElement): boolean {
  for (let one: PageElement | null = element; one !== null; one = one.parent)
    if (choices.has(one.name)) return true;
  return false;
}

const ownText = (element: PageElement): string =>
  element.children
    .filter((child) => typeof child === 'string')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** What class names and words around a price say about it, ignoring those of other prices. */
function labelsOf(
  { element, price }: PlacedPrice,
  near: readonly PlacedPrice[],
): { isNow: boolean; isUsual: boolean } {
  const others = near.filter((one) => one.price.amount !== price.amount).map((one) => one.element);
  const ofOthers = withAncestors(others);
  const own: PageElement[] = [];
  for (let one: PageElement | null = element; one !== null && !ofOthers.has(one); one = one.parent) {
    if (own.length === maxLabelDepth || textOf(one, 2 * maxLabelLength).trim().length > maxLabelLength) break;
    own.push(one);
  }
  const outermost = own.at(-1);
  const words =
    outermost === undefined
      ? ownText(element)
      : `${labelBefore(outermost)} ${textOf(outermost, 2 * maxLabelLength)}`;
  const names = hyphenated([element, ...own].map(idAndClasses).join(' '));
  const isNow = own.some(({ name }) => name === 'ins') || nowNames.test(names) || nowWords.test(words);
  return { isNow, isUsual: usualNames.test(names) || usualWords.test(words) };
}

/** The text right before an element, unless it contains a number. */
function labelBefore(element: PageElement): string {
  const siblings = element.parent?.children ?? [];
  const before = siblings
    .slice(Math.max(0, siblings.indexOf(element) - 3), siblings.indexOf(element))
    .filter((node) => typeof node === 'string' || !titles.has(node.name))
    .map((node) =>
      (typeof node === 'string' ? node.slice(-2 * maxLabelLength) : textOf(node, 2 * maxLabelLength)).trim(),
    )
    .findLast((text) => text !== '');
  return before === undefined || before.length > maxLabelLength || /\p{Nd}/u.test(before) ? '' : before;
}
