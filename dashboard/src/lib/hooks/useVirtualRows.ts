import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createSharedValue } from '../store.ts';

/** Rows within this distance of the viewport are rendered. */
const overscanPixels = 1000;

interface VirtualRow {
  readonly index: number;
  /** The height of the rows that are left out before it. */
  readonly space: number;
}

interface VirtualRows {
  readonly rows: readonly VirtualRow[];
  /** The height of the rows that are left out at the end. */
  readonly spaceAfter: number;
}

/** The items of a list, and how many of them share a row. */
interface Items {
  readonly items: readonly { readonly hash: string }[];
  readonly columns: number;
}

/**
 * The rows of a long list that are near the viewport. The first row, those around the focus, those with an open text
 * field and a dragged one are always included, so that keys can move the focus there and no text is lost. Each item
 * needs the `data-index` of its row and its `data-hash`.
 */
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  { items, columns }: Items,
  estimatedHeight: number,
): VirtualRows {
  const [virtual] = useState(() => createVirtualRows(list, estimatedHeight));
  useLayoutEffect(() => virtual.mount(), [virtual]);
  // On every render, since content above the list may have changed its height.
  useLayoutEffect(() => virtual.update({ items, columns }));
  const { rows, spaceAfter } = virtual.use();
  // The rows belong to the previous items until the effect has run, when an item in use would already be unmounted.
  const inUse = useSyncExternalStore(listenToNothing, () => findHashesInUse(list.current).join(' '));
  return { rows: addRows(rows, findRows(inUse.split(' '), { items, columns })), spaceAfter };
}

function listenToNothing(): () => void {
  return () => undefined;
}

/** A store instead of the library's hook, whose result React cannot memoize safely. */
function createVirtualRows(list: RefObject<HTMLElement | null>, estimatedHeight: number) {
  const store = createSharedValue<VirtualRows>({ rows: [], spaceAfter: 0 });
  let current: Items = { items: [], columns: 1 };
  const toOptions = (
    { items, columns }: Items,
    scrollMargin: number,
  ): VirtualizerOptions<Window, HTMLElement> => ({
    count: Math.ceil(items.length / columns),
    scrollMargin,
    getItemKey: (index) => items[index * columns]?.hash ?? index,
    estimateSize: () => estimatedHeight,
    overscan: Math.ceil(overscanPixels / estimatedHeight),
    rangeExtractor: (range) => {
      const inUse = findRows(findHashesInUse(list.current), { items, columns });
      return [...new Set([0, ...inUse, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b);
    },
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    onChange: publish,
  });
  const virtualizer = new Virtualizer(toOptions(current, 0));
  function publish(): void {
    const rows = virtualizer.getVirtualItems();
    const { scrollMargin } = virtualizer.options;
    store.set({
      rows: rows.map(({ index, start }, at) => ({
        index,
        space: start - (rows[at - 1]?.end ?? scrollMargin),
      })),
      spaceAfter: virtualizer.getTotalSize() + scrollMargin - (rows.at(-1)?.end ?? scrollMargin),
    });
  }
  /** Measures the first item of each row; the others have the same height. */
  function measure(): void {
    const { items, columns } = current;
    for (const item of list.current?.querySelectorAll<HTMLElement>('[data-index]') ?? []) {
      const { index, hash } = item.dataset;
      if (hash === items[Number(index) * columns]?.hash) virtualizer.measureElement(item);
    }
  }
  return {
    use: store.use,
    mount: () => virtualizer._didMount(),
    update: (next: Items): void => {
      const scrollMargin = Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
      const isChanged =
        next.items !== current.items ||
        next.columns !== current.columns ||
        scrollMargin !== virtualizer.options.scrollMargin;
      current = next;
      if (isChanged) virtualizer.setOptions(toOptions(next, scrollMargin));
      virtualizer._willUpdate();
      measure();
      if (isChanged) publish();
    },
  };
}

/** The items with the focus, an open text field, whose content would be lost, or a dragged element. */
function findHashesInUse(list: HTMLElement | null): string[] {
  const inUse = list?.querySelectorAll<HTMLElement>('[data-index]:has(:focus, textarea, [data-dragging])');
  return [...(inUse ?? [])].map(({ dataset }) => dataset.hash ?? '');
}

/** The rows of these items, each with its neighbours. */
export function findRows(hashes: readonly string[], { items, columns }: Items): number[] {
  const lastRow = Math.ceil(items.length / columns) - 1;
  return hashes
    .map((hash) => items.findIndex((item) => item.hash === hash))
    .filter((at) => at >= 0)
    .map((at) => Math.floor(at / columns))
    .flatMap((row) => [row - 1, row, row + 1])
    .filter((row) => row >= 0 && row <= lastRow);
}

/** Without spaces before the added rows: they are measured before the browser paints. */
export function addRows(rows: readonly VirtualRow[], indexes: readonly number[]): readonly VirtualRow[] {
  const missing = [...new Set(indexes)].filter((index) => !rows.some((row) => row.index === index));
  const added = missing.map((index) => ({ index, space: 0 }));
  return added.length === 0 ? rows : [...rows, ...added].toSorted((a, b) => a.index - b.index);
}
