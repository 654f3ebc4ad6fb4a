import { attribute, hyphenated, idAndClasses, type PageElement, textOf } from './html.ts';
import { type Market, priceIn } from './price.ts';

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
/** Longer texts are no labels. */
const maxLabelLength = 40;
const labels = new Set(['dt', 'th', 'td']);

/** Whether a short text marks its number as another price. */
export function mentionsOtherPrice(text: string): boolean {
  return otherWords.test(text) || noPrice.test(text) || unitPrice.test(text);
}

/** Elements that show a price other than the current one, with their descendants. */
export function otherPricesIn(elements: readonly PageElement[], market: Market): ReadonlySet<PageElement> {
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
  return otherNames.test(hyphenated(idAndClasses(element))) || /line-through/i.test(style.slice(0, 500));
}

/** Elements that adjacent text marks as another price. */
function labelledOtherPrices(parent: PageElement, market: Market): PageElement[] {
  const nodes = parent.children
    .map((node) => ({ node, text: (typeof node === 'string' ? node.slice(-300) : textOf(node, 200)).trim() }))
    .filter(({ text }) => text !== '');
  return nodes.flatMap(({ node }, at) => {
    const [before, behind] = [nodes[at - 1], nodes[at + 1]];
    const isOther = before !== undefined && isLabel(before.node, before.text, market);
    return typeof node !== 'string' && (isOther || unitBehind.test(behind?.text ?? '')) ? [node] : [];
  });
}

/** `Free shipping` in a separate element is an announcement; in the same sentence it labels the number. */
function isLabel(node: PageElement | string, text: string, market: Market): boolean {
  if (text.length > maxLabelLength || /\p{Sc}/u.test(text) || priceIn(text, market) !== null) return false;
  // `Lowest in 30 days: 80 zł` contains its own number.
  if (/\p{Nd}\P{Nd}{0,4}$/u.test(text)) return false;
  const isSaidOfNext = typeof node === 'string' || labels.has(node.name) || text.endsWith(':');
  return otherWords.test(text) || (isSaidOfNext && noPrice.test(text));
}
