/** Which of the ads on the page are chosen, and which one was touched last: a range begins there. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly last: string | null;
}

export const nothingChosen: Selection = { chosen: new Set(), last: null };

/** Ticks an ad or takes its tick away; with `asRange`, everything between it and the one touched before gets its state. */
export function touch(
  { chosen, last }: Selection,
  hash: string,
  order: readonly string[],
  asRange: boolean,
): Selection {
  const isChosen = !chosen.has(hash);
  const next = new Set(chosen);
  for (const one of asRange ? between(order, last, hash) : [hash]) {
    if (isChosen) next.add(one);
    else next.delete(one);
  }
  return { chosen: next, last: hash };
}

function between(order: readonly string[], from: string | null, to: string): readonly string[] {
  const ends = [from === null ? -1 : order.indexOf(from), order.indexOf(to)].toSorted((a, b) => a - b);
  const [first = -1, final = -1] = ends;
  return first === -1 ? [to] : order.slice(first, final + 1);
}

/** What is chosen and still there, in its order. */
export function chosenOf<Item extends { readonly hash: string }>(
  { chosen }: Selection,
  items: readonly Item[],
): readonly Item[] {
  return items.filter(({ hash }) => chosen.has(hash));
}
