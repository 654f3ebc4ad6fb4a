import { type PageElement, textOf } from './html.ts';
import type { Price } from './price.ts';

/** So many products side by side are what the page is about; fewer may be sizes or plans. */
const fewestListed = 4;
/** A longer text is no card but a part of the page. */
const longestCard = 500;
const titles = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);

/** Whether a price is that of one among several things that a page shows side by side. */
type Place = 'listed' | 'beside' | null;

/** Looks for short elements that are alike and side by side, each with a price and a link or title of its own. */
export function cardsAmong(
  elements: readonly PageElement[],
  prices: ReadonlyMap<PageElement, Price>,
  heading: PageElement | undefined,
): (element: PageElement) => Place {
  const ofPage = withHolders(heading === undefined ? [] : [heading]);
  const linked = withHolders(
    elements.filter(({ name, attributes }) => name === 'a' && attributes.has('href')),
  );
  const titled = withHolders(elements.filter(({ name }) => titles.has(name)));
  const pictured = withHolders(elements.filter(({ name }) => name === 'img'));
  const isCard = (element: PageElement): boolean =>
    !ofPage.has(element) && (linked.has(element) || titled.has(element)) && isShort(element);
  const isProduct = (element: PageElement): boolean =>
    linked.has(element) && (titled.has(element) || pictured.has(element));
  const places = new Map<PageElement, Place>();
  const amounts = amountsIn(prices);
  for (const cards of alike([...amounts.keys()].filter(isCard))) {
    const isListing = cards.length >= fewestListed && cards.every(isProduct);
    const single = cards.flatMap((card) => [...(amounts.get(card) ?? [])].slice(0, 2));
    // One price that is shown twice is for two sizes of screens; what holds several prices is no card.
    const areSeveral = single.length === cards.length && new Set(single).size > 1;
    if (isListing || areSeveral) for (const card of cards) places.set(card, isListing ? 'listed' : 'beside');
  }
  return (element) => {
    const around = holdersOf(element).flatMap((one) => places.get(one) ?? []);
    return around.includes('listed') ? 'listed' : (around[0] ?? null);
  };
}

function isShort(element: PageElement): boolean {
  return textOf(element, 10 * longestCard).replaceAll(/\s+/g, ' ').length <= longestCard;
}

function holdersOf(element: PageElement): PageElement[] {
  const holders: PageElement[] = [];
  for (let one: PageElement | null = element; one !== null; one = one.parent) holders.push(one);
  return holders;
}

/** The elements and all that hold them. */
export function withHolders(elements: Iterable<PageElement>): ReadonlySet<PageElement> {
  const all = new Set<PageElement>();
  for (const element of elements)
    for (let one: PageElement | null = element; one !== null && !all.has(one); one = one.parent) all.add(one);
  return all;
}

/** The different prices in each element that holds any. */
function amountsIn(prices: ReadonlyMap<PageElement, Price>): ReadonlyMap<PageElement, ReadonlySet<number>> {
  const amounts = new Map<PageElement, Set<number>>();
  for (const [element, { amount }] of prices)
    for (const one of holdersOf(element)) amounts.set(one, (amounts.get(one) ?? new Set()).add(amount));
  return amounts;
}

/** Groups of two and more in one element that are called the same; a second class often counts them. */
function alike(elements: readonly PageElement[]): PageElement[][] {
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
