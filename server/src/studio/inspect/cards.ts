import { type PageElement, readText } from './html.ts';
import type { Price } from './price.ts';

/** From this many products side by side on, the page is a listing; fewer may be sizes or plans. */
const minListed = 4;
/** Longer elements are sections, not cards. */
const maxCardLength = 500;
const titles = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);

/** Whether a price belongs to one of several products side by side. */
type Place = 'listed' | 'beside' | null;

/** Finds similar short siblings, each with a price and its own link or title. */
export function findCards(
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
  return readText(element, 10 * maxCardLength).replaceAll(/\s+/g, ' ').length <= maxCardLength;
}

function listAncestors(element: PageElement): PageElement[] {
  const holders: PageElement[] = [];
  for (let one: PageElement | null = element; one !== null; one = one.parent) holders.push(one);
  return holders;
}

export function withAncestors(elements: Iterable<PageElement>): ReadonlySet<PageElement> {
  const all = new Set<PageElement>();
  for (const element of elements)
    for (let one: PageElement | null = element; one !== null && !all.has(one); one = one.parent) all.add(one);
  return all;
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
