import { withHolders } from './cards.ts';
import { hyphenated, namesOf, type PageElement, textOf } from './html.ts';
import type { Price } from './price.ts';

export interface PlacedPrice {
  readonly element: PageElement;
  readonly price: Price;
  /** Whether the page calls it a price. */
  readonly isNamed: boolean;
}

/** What is read between two prices that are told together, at most. */
const mostBetween = 200;
const mostNear = 20;
const longestLabel = 60;
const highestLabel = 5;
/** A price in one of them is that of a choice, or of something else. */
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
/** Of a thing that is not reduced it is what is asked; beside another price it is what was. */
const usualNames = /(?<![a-z])(?:regular|normal|standard|usual|full)(?![a-z])/;
const usualWords = new RegExp(
  String.raw`(?<!\p{L})(?:(?:regular|normal|usual|full|standard) price|value|m\.?r\.?p\.?|pvp|normaler preis|normalpreis|prix (?:habituel|normal)|precio (?:habitual|normal|regular|de lista)|preço (?:normal|de tabela)` +
    String.raw`|prezzo (?:di listino|normale|pieno)|normale prijs|ordinarie pris|normalpris|vanlig pris|normaalihinta|cena regularna|běžná cena|normal fiyat|liste fiyatı|обычная цена|giá thông thường)(?!\p{L})` +
    String.raw`|通常価格|常规价格|常規價格|定價|정가|정상가|ราคาปกติ|السعر العادي|السعر الأصلي`,
  'iu',
);

/** The first price, or another that is told with it and said to be the one to pay; null where nothing says which is. */
export function askedAmong(
  first: PlacedPrice,
  placed: readonly PlacedPrice[],
  content: readonly PageElement[],
): PlacedPrice | null {
  const near = [first, ...rivalsOf(first, placed, content)];
  if (areOne(near)) return first;
  const told = near.map((one) => ({ one, ...saidOf(one, near) }));
  const now = told.filter(({ isNow }) => isNow).map(({ one }) => one);
  if (now.length > 0) return areOne(now) ? (now[0] ?? null) : null;
  const named = told.filter(({ one, isUsual }) => one.isNamed && !isUsual).map(({ one }) => one);
  const [only] = named;
  const isLowest = near.every(({ price }) => price.amount >= (only?.price.amount ?? 0));
  return only !== undefined && areOne(named) && isLowest ? only : null;
}

const areOne = (prices: readonly PlacedPrice[]): boolean =>
  new Set(prices.map(({ price }) => price.amount)).size === 1;

/** The other amounts that stand shortly behind a price, before the next title. */
function rivalsOf(
  first: PlacedPrice,
  placed: readonly PlacedPrice[],
  content: readonly PageElement[],
): PlacedPrice[] {
  const near = new Set<PageElement>();
  const holders = withHolders(placed.map(({ element }) => element));
  let between = 0;
  for (const element of content.slice(content.indexOf(first.element))) {
    if (between > mostBetween || (titles.has(element.name) && !holders.has(element))) break;
    near.add(element);
    between += ownText(element).length;
  }
  const isRival = ({ element, price }: PlacedPrice): boolean =>
    near.has(element) && price.amount !== first.price.amount && !isChoice(element);
  return placed.filter(isRival).slice(0, mostNear);
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

/** What names and words around a price say of it, as far as they are of no other. */
function saidOf(
  { element, price }: PlacedPrice,
  near: readonly PlacedPrice[],
): { isNow: boolean; isUsual: boolean } {
  const others = near.filter((one) => one.price.amount !== price.amount).map((one) => one.element);
  const ofOthers = withHolders(others);
  const own: PageElement[] = [];
  for (let one: PageElement | null = element; one !== null && !ofOthers.has(one); one = one.parent) {
    if (own.length === highestLabel || textOf(one, 2 * longestLabel).trim().length > longestLabel) break;
    own.push(one);
  }
  const outermost = own.at(-1);
  const words =
    outermost === undefined
      ? ownText(element)
      : `${labelBefore(outermost)} ${textOf(outermost, 2 * longestLabel)}`;
  const names = hyphenated([element, ...own].map(namesOf).join(' '));
  const isNow = own.some(({ name }) => name === 'ins') || nowNames.test(names) || nowWords.test(words);
  return { isNow, isUsual: usualNames.test(names) || usualWords.test(words) };
}

/** The words right before an element, unless they tell of a number themselves. */
function labelBefore(element: PageElement): string {
  const siblings = element.parent?.children ?? [];
  const before = siblings
    .slice(Math.max(0, siblings.indexOf(element) - 3), siblings.indexOf(element))
    .filter((node) => typeof node === 'string' || !titles.has(node.name))
    .map((node) =>
      (typeof node === 'string' ? node.slice(-2 * longestLabel) : textOf(node, 2 * longestLabel)).trim(),
    )
    .findLast((text) => text !== '');
  return before === undefined || before.length > longestLabel || /\p{Nd}/u.test(before) ? '' : before;
}
