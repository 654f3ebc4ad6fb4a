import { attribute, namesOf, type PageElement, textOf } from './html.ts';

const crossedOut = new Set(['del', 's', 'strike']);
/** What was asked before, or is asked elsewhere or for a part; in names with a hyphen at each word. */
const otherNames =
  /compare|cross|strike|through|streich|discount|saving|previous|unit-?price|(?<![a-z])(?:old|was|before|former|origin(?:al)?|list|market|msrp|rrp|uvp|basis)(?![a-z])/;
/** How people say it. What is called the regular price is the price itself where nothing is reduced. */
const otherWords = new RegExp(
  String.raw`(?<!\p{L})(?:uvp|rrp|msrp|srp|was|instead of|list(?:ed)? price|reg\.|retail(?: price)?|old price|original(?:ly)?` +
    String.raw`|statt|vorher|bisher|früher|ursprünglich|alter preis|listenpreis|unverbindliche|avant|au lieu de|prix (?:conseillé|barré|public)` +
    String.raw`|antes|precio anterior|de:|anziché|prezzo consigliato|adviesprijs|oude prijs|tidligere|tidigare|cena katalogowa|старая цена|было)(?!\p{L})` +
    String.raw`|定価|希望小売価格|原价|原價|市场价|بدلا من|السعر السابق`,
  'iu',
);
/** A longer text is no label. */
const longestLabel = 40;

export const saysOtherPrice = (text: string): boolean => otherWords.test(text);

/** The elements that show another price than what is asked now, with all inside of them. */
export function otherPricesIn(elements: readonly PageElement[]): ReadonlySet<PageElement> {
  const labelled = new Set([...new Set(elements.map(({ parent }) => parent))].flatMap(labelledIn));
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
  return otherNames.test(hyphenated(namesOf(element))) || /line-through/i.test(style.slice(0, 500));
}

const hyphenated = (names: string): string => names.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

/** Those before which stands, in a text of its own, that theirs is another price. */
function labelledIn(parent: PageElement | null): PageElement[] {
  const labelled: PageElement[] = [];
  let before = '';
  for (const child of parent?.children ?? []) {
    const text = (typeof child === 'string' ? child.slice(0, 200) : textOf(child, 200)).trim();
    if (typeof child !== 'string' && isLabel(before)) labelled.push(child);
    if (text !== '') before = text;
  }
  return labelled;
}

const isLabel = (text: string): boolean =>
  text.length <= longestLabel && !/\p{Nd}/u.test(text) && saysOtherPrice(text);
