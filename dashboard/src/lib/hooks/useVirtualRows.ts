import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { createSharedValue } from '../store.ts';

/** Rows within this distance of the viewport are rendered. */
const overscanPixels = 1000;

interface VirtualRows {
  /** `space` is the height of the rows that are left out before it. */
  readonly rows: readonly { readonly index: number; readonly space: number }[];
  /** The height of the rows that are left out at the end. */
  readonly spaceAfter: number;
}

/**
 * The rows of a long list that are near the viewport. The first row, those around the focus and those with an open
 * text field are always included, so that keys can move the focus there and no text is lost. Each row needs `ref={measure}` and `data-index`.
 */
export function useVirtualRows(list: RefObject<HTMLElement | null>, count: number, estimatedHeight: number) {
  const [virtual] = useState(() => createVirtualRows(list, estimatedHeight));
  useLayoutEffect(() => virtual.mount(), [virtual]);
  // On every render, since content above the list may have changed its height.
  useLayoutEffect(() => virtual.update(count));
  return { ...virtual.use(), measure: virtual.measure };
}

/** A store instead of the library's hook, whose result React cannot memoize safely. */
function createVirtualRows(list: RefObject<HTMLElement | null>, estimatedHeight: number) {
  const store = createSharedValue<VirtualRows>({ rows: [], spaceAfter: 0 });
  const toOptions = (count: number, scrollMargin: number): VirtualizerOptions<Window, HTMLElement> => ({
    count,
    scrollMargin,
    estimateSize: () => estimatedHeight,
    overscan: Math.ceil(overscanPixels / estimatedHeight),
    rangeExtractor: (range) => {
      const indexes = new Set([0, ...findRowsInUse(list.current), ...defaultRangeExtractor(range)]);
      return [...indexes].filter((index) => index >= 0 && index < count).toSorted((a, b) => a - b);
    },
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    onChange: publish,
  });
  const virtualizer = new Virtualizer(toOptions(0, 0));
  function publish(): void {
    const items = virtualizer.getVirtualItems();
    const { scrollMargin } = virtualizer.options;
    store.set({
      rows: items.map(({ index, start }, at) => ({
        index,
        space: start - (items[at - 1]?.end ?? scrollMargin),
      })),
      spaceAfter: virtualizer.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? scrollMargin),
    });
  }
  return {
    use: store.use,
    measure: virtualizer.measureElement,
    mount: () => virtualizer._didMount(),
    update: (count: number): void => {
      const scrollMargin = Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
      const isChanged =
        count !== virtualizer.options.count || scrollMargin !== virtualizer.options.scrollMargin;
      if (isChanged) virtualizer.setOptions(toOptions(count, scrollMargin));
      virtualizer._willUpdate();
      if (isChanged) publish();
    },
  };
}

/** The focused row with its neighbours, and rows with an open text field, whose content would be lost. */
function findRowsInUse(list: HTMLElement | null): number[] {
  if (list === null) return [];
  const rows = [
    ...list.querySelectorAll<HTMLElement>('[data-index]:has(:focus), [data-index]:has(textarea)'),
  ];
  return rows.map(({ dataset }) => Number(dataset.index)).flatMap((index) => [index - 1, index, index + 1]);
}
