/** Which part of a page is an ad's card, told by where the ads' ids stand: names of classes change, ids and links hardly. */

export interface Card {
  readonly id: string;
  readonly element: HTMLElement;
}

/** A place on the page that names an ad. */
export interface Anchor {
  readonly id: string;
  readonly element: Element;
}

interface CardShape {
  /** Cards of this kind are taken whole. */
  readonly known?: string;
  /** Whether an element around an id is the whole card already. */
  readonly isWhole: (element: Element) => boolean;
}

/** As many as a reader keeps rows of. */
const mostAnchors = 5000;

export function cardsAround(anchors: Iterable<Anchor>, shape: CardShape): Card[] {
  const some = firstOf(anchors, mostAnchors);
  const owners = ownersOf(some);
  const cards = new Map<Element, Card>();
  for (const { id, element } of some) {
    const card = cardAround(element, (candidate) => owners.get(candidate) === id, shape);
    if (card !== null && !cards.has(card)) cards.set(card, { id, element: card as HTMLElement });
  }
  return [...cards.values()];
}

function firstOf<Value>(values: Iterable<Value>, most: number): Value[] {
  const first: Value[] = [];
  for (const value of values) if (first.push(value) === most) break;
  return first;
}

/** The only ad that an element is about; `null` for one that holds several. */
function ownersOf(anchors: readonly Anchor[]): ReadonlyMap<Element, string | null> {
  const owners = new Map<Element, string | null>();
  for (const { id, element } of anchors) {
    for (let around: Element | null = element; around !== null; around = around.parentElement) {
      const owner = owners.get(around);
      if (owner === null) break;
      owners.set(around, owner === undefined || owner === id ? id : null);
    }
  }
  return owners;
}

/** From the id outwards: the first element that is whole, else the last one that is about this ad alone. */
function cardAround(
  anchor: Element,
  isOwn: (element: Element) => boolean,
  { known, isWhole }: CardShape,
): Element | null {
  const named = known === undefined ? null : anchor.closest(known);
  if (named !== null && isOwn(named)) return named;
  let last: Element | null = null;
  for (let around: Element | null = anchor; around !== null; around = around.parentElement) {
    if (!isOwn(around) || /^(?:BODY|HTML|MAIN)$/i.test(around.tagName)) break;
    last = around;
    if (isWhole(around)) break;
  }
  return last;
}

/** A page about one ad need not name it again: the first element that one of the selectors finds is the card. */
export function cardOfPage(document: Document, id: string | undefined, selectors: readonly string[]): Card[] {
  if (id === undefined) return [];
  const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector));
  const element = found.find((candidate) => candidate !== null);
  return element ? [{ id, element }] : [];
}
