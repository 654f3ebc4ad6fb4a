import { useState } from 'react';
import { useKeyDown } from '../../lib/hooks/useKeyDown.ts';

/** The selected ads of a wall; Escape clears the selection. */
export function useSelection(ads: readonly { readonly hash: string }[]) {
  const [selection, setSelection] = useState(noSelection);
  const order = ads.map(({ hash }) => hash);
  const clear = (): void => setSelection(noSelection);
  useKeyDown((event) => {
    // A dialog or menu has already handled Escape.
    if (event.key === 'Escape' && !event.defaultPrevented) clear();
  });
  return {
    selection,
    clear,
    selectAll: () => setSelection({ selected: new Set(order), last: null }),
    toggle: (hash: string, asRange: boolean) => setSelection(toggle(selection, hash, order, asRange)),
  };
}

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly last: string | null;
}

export const noSelection: Selection = { selected: new Set(), last: null };

/** Toggles an ad; with `asRange`, applies its new state to everything from the last toggled one. */
export function toggle(
  { selected, last }: Selection,
  hash: string,
  order: readonly string[],
  asRange: boolean,
): Selection {
  const isSelected = !selected.has(hash);
  const next = new Set(selected);
  for (const one of asRange ? between(order, last, hash) : [hash]) {
    if (isSelected) next.add(one);
    else next.delete(one);
  }
  return { selected: next, last: hash };
}

function between(order: readonly string[], from: string | null, to: string): readonly string[] {
  const ends = [from === null ? -1 : order.indexOf(from), order.indexOf(to)].toSorted((a, b) => a - b);
  const [first = -1, final = -1] = ends;
  return first === -1 ? [to] : order.slice(first, final + 1);
}

/** The selected items that are still present, in their order. */
export function listSelected<Item extends { readonly hash: string }>(
  { selected }: Selection,
  items: readonly Item[],
): readonly Item[] {
  return items.filter(({ hash }) => selected.has(hash));
}
