import {
  attribute,
  hyphenate,
  idAndClasses,
  type PageElement,
  readElementText,
  withAncestors,
} from './html.ts';
import { type PageMarket, type Price, parsePrice } from './price.ts';

const crossedOut = new Set(['del', 's', 'strike']);
/** Old, list and unit prices, in kebab-case names. */
const otherNames =
  /compare|cross|strike|line-through|streich|discount(?!ed)|saving|previous|(?:unit|list|market|basis|retail|origin)-*price|(?<![a-z])(?:old|was|before|former|original|msrp|rrp|uvp)(?![a-z:])/;
/** The same in visible text. `Regular price` is missing, because it is the current price without a sale. */
const otherWords = new RegExp(
  String.raw`(?<!\p{L})(?:uvp|rrp|msrp|srp|was|instead of|list(?:ed)? price|reg\.|retail(?: price)?|(?:old|last|previous) price|lowest|original(?:ly)?|used|second-?hand` +
    String.raw`|statt|vorher(?:ig\p{L}*)?|bisher|früher|ursprünglich|(?:alter|letzter) preis|niedrigster|listenpreis|unverbindliche|gebraucht` +
    String.raw`|avant|au lieu de|ancien prix|d[’']occasion|prix (?:conseillé|barré|public|précédent)|antes|precio anterior|de:|anziché|prezzo consigliato` +
    String.raw`|ancien tarif|(?:pvp|precio) recomendado|p\.?v\.?p\.?r\.?|en lugar de|em vez de|preço (?:anterior|original|antigo)|invece di|prezzo (?:precedente|originale)|prima era` +
    String.raw`|adviesprijs|oude prijs|tweedehands|van:|in plaats van|tidligere|tidigare|ord\. ?pris|før(?:pris)?|vejl\. ?pris|veil\. ?pris|rek\. ?pris|(?:ovh|norm)\. hinta|ohjehinta|aiemmin` +
    String.raw`|cena katalogowa|najniższa|zamiast|(?:stara|poprzednia|sugerowana) cena|původn[íě] ?(?:cena)?|pôvodná cena|doporučená cena|eredeti ár|régi ár|preț vechi|eski fiyat|önceki fiyat` +
    String.raw`|старая цена|было|вместо|прежняя цена|рекомендованная цена|стара ціна|замість)(?!\p{L})` +
    String.raw`|定価|希望小売価格|参考価格|元の価格|原价|原價|市场价|市場價|建議售價|建议零售价|建议售价|划线价|참고가|소비자가|기존가|ราคาเดิม|ราคาก่อนลด|بدلا من|بدلاً من|بدلًا من|السعر السابق|במקום|מחיר קודם|giá gốc|giá cũ`,
  'iu',
);
/** Amounts that are not the product's price: shipping, savings, instalments, pledges. */
const noPrice =
  /ship|deliver|postage|versand|liefer|livraison|env[ií]o|spedizion|verzend|wysyłk|dostaw|frete|frakt|доставк|配送|送料|배송|sav(?:e|ing)|spar|\boff\b|rabatt|discount|remise|descuento|скидк|coupon|gutschein|free|gratis|kostenlos|gratuit|instal|rate|financ|finanz|klarna|afterpay|payments? of|orders? over|spend|deposit|pledge|raised/i;
/** Prices per month or kilogram, after a number. */
const unit = String.raw`(?:\/\s?|\b(?:per|pro|je|par|al?|por|im)\s)\s?\d*\s?(?:mo(?:nth)?|monat|mois|mes(?:e|iac)?|week|woche|semaine|year|yr|jahr|kg|g|l|ml|cl|m²?|lb|oz|liter|litre)\b|grundpreis|mensual`;
const unitPrice = new RegExp(unit, 'iu');
const unitBehind = new RegExp(String.raw`^(?:${unit}|pledged|raised|funded|with klarna)`, 'iu');
const maxLabelLength = 40;
const labels = new Set(['dt', 'th', 'td']);

export function mentionsOtherPrice(text: string): boolean {
  return otherWords.test(text) || noPrice.test(text) || unitPrice.test(text);
}

export function otherPricesIn(
  elements: readonly PageElement[],
  market: PageMarket,
): ReadonlySet<PageElement> {
  const parents = new Set(elements.flatMap(({ parent }) => parent ?? []));
  const labelled = new Set([...parents].flatMap((parent) => labelledOtherPrices(parent, market)));
  const others = new Set<PageElement>();
  for (const element of elements) {
    const isInside = element.parent !== null && others.has(element.parent);
    if (isInside || labelled.has(element) || isCrossedOut(element)) others.add(element);
  }
  return others;
}

function isCrossedOut(element: PageElement): boolean {
  if (crossedOut.has(element.name) || attribute(element, 'data-a-strike') === 'true') return true;
  const style = attribute(element, 'style') ?? '';
  return otherNames.test(hyphenate(idAndClasses(element))) || /line-through/i.test(style.slice(0, 500));
}

function labelledOtherPrices(parent: PageElement, market: PageMarket): PageElement[] {
  const nodes = parent.children
    .map((node) => ({
      node,
      text: (typeof node === 'string' ? node.slice(-300) : readElementText(node, 200)).trim(),
    }))
    .filter(({ text }) => text !== '');
  return nodes.flatMap(({ node }, at) => {
    const [before, behind] = [nodes[at - 1], nodes[at + 1]];
    const isOther = before !== undefined && isLabel(before.node, before.text, market);
    return typeof node !== 'string' && (isOther || unitBehind.test(behind?.text ?? '')) ? [node] : [];
  });
}

/** `Free shipping` in a separate element is an announcement; in the same sentence it labels the number. */
function isLabel(node: PageElement | string, text: string, market: PageMarket): boolean {
  if (text.length > maxLabelLength || /\p{Sc}/u.test(text) || parsePrice(text, market) !== null) return false;
  // `Lowest in 30 days: 80 zł` contains its own number.
  if (/\p{Nd}\P{Nd}{0,4}$/u.test(text)) return false;
  const isSaidOfNext = typeof node === 'string' || labels.has(node.name) || text.endsWith(':');
  return otherWords.test(text) || (isSaidOfNext && noPrice.test(text));
}

export interface PlacedPrice {
  readonly element: PageElement;
  readonly price: Price;
  readonly isNamed: boolean;
}

/** Maximum text between two prices that belong together. */
const maxTextBetween = 200;
const maxNearby = 20;
const maxNearLabelLength = 60;
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
  const labelled = near.map((one) => ({ one, ...readLabels(one, near) }));
  const now = labelled.filter(({ isNow }) => isNow).map(({ one }) => one);
  if (now.length > 0) return areSameAmount(now) ? (now[0] ?? null) : null;
  const named = labelled.filter(({ one, isUsual }) => one.isNamed && !isUsual).map(({ one }) => one);
  const [only] = named;
  const isLowest = near.every(({ price }) => price.amount >= (only?.price.amount ?? 0));
  return only !== undefined && areSameAmount(named) && isLowest ? only : null;
}

const areSameAmount = (prices: readonly PlacedPrice[]): boolean =>
  new Set(prices.map(({ price }) => price.amount)).size === 1;

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
function readLabels(
  { element, price }: PlacedPrice,
  near: readonly PlacedPrice[],
): { isNow: boolean; isUsual: boolean } {
  const others = near.filter((one) => one.price.amount !== price.amount).map((one) => one.element);
  const ofOthers = withAncestors(others);
  const own: PageElement[] = [];
  for (let one: PageElement | null = element; one !== null && !ofOthers.has(one); one = one.parent) {
    if (
      own.length === maxLabelDepth ||
      readElementText(one, 2 * maxNearLabelLength).trim().length > maxNearLabelLength
    )
      break;
    own.push(one);
  }
  const outermost = own.at(-1);
  const words =
    outermost === undefined
      ? ownText(element)
      : `${labelBefore(outermost)} ${readElementText(outermost, 2 * maxNearLabelLength)}`;
  const names = hyphenate([element, ...own].map(idAndClasses).join(' '));
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
      (typeof node === 'string'
        ? node.slice(-2 * maxNearLabelLength)
        : readElementText(node, 2 * maxNearLabelLength)
      ).trim(),
    )
    .findLast((text) => text !== '');
  return before === undefined || before.length > maxNearLabelLength || /\p{Nd}/u.test(before) ? '' : before;
}
