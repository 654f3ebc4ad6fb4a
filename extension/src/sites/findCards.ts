/** Finds the cards of ads by the ids on a page: class names change often, ids and links rarely. */

export interface Card {
  readonly id: string;
  readonly element: HTMLElement;
}

/** An element that contains the id of an ad. */
export interface Anchor {
  readonly id: string;
  readonly element: Element;
}

interface CardShape {
  /** Selector of elements that are always a card. */
  readonly known?: string;
  /** Whether an element around an id is the whole card. */
  readonly isWhole: (element: Element) => boolean;
}

/** The same limit as for the rows of a reader. */
const maxAnchors = 5000;

export function findAdCards(anchors: Iterable<Anchor>, shape: CardShape): Card[] {
  const some = takeFirst(anchors, maxAnchors);
  const owners = findOwners(some);
  const cards = new Map<Element, Card>();
  for (const { id, element } of some) {
    const card = cardAround(element, (candidate) => owners.get(candidate) === id, shape);
    if (card !== null && !cards.has(card)) cards.set(card, { id, element: card as HTMLElement });
  }
  return [...cards.values()];
}

function takeFirst<Value>(values: Iterable<Value>, most: number): Value[] {
  const first: Value[] = [];
  for (const value of values) if (first.push(value) === most) break;
  return first;
}

/** The ad of each element; `null` for an element that contains several. */
function findOwners(anchors: readonly Anchor[]): ReadonlyMap<Element, string | null> {
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

/** Searches outwards from the id: the first element that is a whole card, else the largest that contains only this ad. */
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

/** A detail page may not repeat the id: the first element that matches a selector is the card. */
export function findPageCard(
  document: Document,
  id: string | undefined,
  selectors: readonly string[],
): Card[] {
  if (id === undefined) return [];
  const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector));
  const element = found.find((candidate) => candidate !== null);
  return element ? [{ id, element }] : [];
}
