import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createSharedValue } from '../store.ts';

/** Items within this distance of the viewport are rendered. */
const overscanPixels = 750;
/** The viewport is followed in steps of this size, so that not every scroll event renders the list. */
const stepPixels = 250;

interface Item {
  readonly hash: string;
}

interface Placement {
  readonly column: number;
  readonly top: number;
  readonly height: number;
}

interface VirtualItem extends Placement {
  readonly index: number;
}

interface VirtualItems {
  readonly shown: readonly VirtualItem[];
  /** The height of the whole list. */
  readonly height: number;
  readonly columns: number;
}

interface ListOptions<One> {
  /** Pixels between items. */
  readonly gap: number;
  /** The height of an item that is not rendered yet. */
  readonly estimate: (item: One, columnWidth: number) => number;
}

/**
 * The items of a long list that are near the viewport, and their places. The number of columns is that of the list's
 * CSS grid; without one, it is a single column. The first items, those around the focus, those with an open text field and a
 * dragged one are always included, so that keys can move the focus there and no text is lost. Each rendered item needs its
 * `data-index` and `data-hash`.
 */
export function useVirtualItems<One extends Item>(
  list: RefObject<HTMLElement | null>,
  items: readonly One[],
  { gap, estimate }: ListOptions<One>,
): VirtualItems {
  const [screen] = useState(() => createScreen(list));
  useLayoutEffect(() => screen.observe(), [screen]);
  // On every render, since other items are rendered and content above the list may have changed its height.
  useLayoutEffect(() => screen.update());
  const { columns, width, top, bottom, heights } = screen.use();
  const inUse = useSyncExternalStore(listenToNothing, () => findHashesInUse(list.current).join(' '));
  if (width === 0) return { shown: [], height: 0, columns };
  const placed = placeItems(
    items.map((item) => heights.get(item.hash) ?? estimate(item, width)),
    columns,
    gap,
  );
  const used = new Set(inUse.split(' '));
  const wanted = new Set(
    items.flatMap(({ hash }, index) => (used.has(hash) ? listNeighbors(placed, index) : [])),
  );
  const shown = placed
    .map((place, index) => ({ ...place, index }))
    .filter(
      ({ top: start, height, index }) =>
        (start < bottom && start + height > top) || index < columns || wanted.has(index),
    );
  return { shown, height: Math.max(0, ...placed.map((place) => place.top + place.height)), columns };
}

function listenToNothing(): () => void {
  return () => undefined;
}

/** Puts each item below the shortest column. No item starts above an earlier one, so the items are in reading order. */
export function placeItems(heights: readonly number[], columns: number, gap: number): readonly Placement[] {
  const ends = Array.from({ length: columns }, () => 0);
  return heights.map((height) => {
    const top = Math.min(...ends);
    const column = ends.indexOf(top);
    ends[column] = top + height + gap;
    return { column, top, height };
  });
}

/** An item, those before and after it, and those above and below it. */
export function listNeighbors(placed: readonly Pick<Placement, 'column'>[], index: number): number[] {
  const isInColumn = ({ column }: Pick<Placement, 'column'>): boolean => column === placed[index]?.column;
  const above = placed.slice(0, index).findLastIndex(isInColumn);
  const below = placed.slice(index + 1).findIndex(isInColumn);
  const near = [index - 1, index, index + 1, above, ...(below < 0 ? [] : [index + 1 + below])];
  return [...new Set(near)].filter((one) => one >= 0 && one < placed.length);
}

interface Screen {
  readonly columns: number;
  /** The width of a column; 0 until the list is rendered. */
  readonly width: number;
  /** The part of the list near the viewport. */
  readonly top: number;
  readonly bottom: number;
  /** The measured heights by hash. */
  readonly heights: ReadonlyMap<string, number>;
}

/** Kept after the list is left: when it is opened again, it is as high as before, so its scroll position is restored. */
let measured: Pick<Screen, 'width' | 'heights'> = { width: 0, heights: new Map() };

/** Measures the list and its items whenever they or the viewport change. */
function createScreen(list: RefObject<HTMLElement | null>) {
  const screen = createSharedValue<Screen>({ columns: 1, width: 0, top: 0, bottom: 0, heights: new Map() });
  let sizes: ResizeObserver | null = null;
  let observed = new WeakSet<Element>();
  function update(): void {
    const element = list.current;
    if (element === null) return;
    const before = screen.get();
    const grid = readGrid(element);
    const isSameWidth = grid.width === measured.width;
    const heights = addHeights(element, isSameWidth ? measured.heights : new Map());
    measured = { width: grid.width, heights };
    const next: Screen = { ...grid, ...readView(element), heights };
    for (const item of [element, ...element.querySelectorAll('[data-index]')]) {
      if (observed.has(item)) continue;
      observed.add(item);
      sizes?.observe(item);
    }
    const keys = Object.keys(next) as (keyof Screen)[];
    if (keys.some((key) => next[key] !== before[key])) screen.set(next);
  }
  return {
    use: screen.use,
    update,
    observe: (): (() => void) => {
      const listeners = new AbortController();
      const observer = new ResizeObserver(update);
      sizes = observer;
      observed = new WeakSet();
      for (const event of ['scroll', 'resize'])
        window.addEventListener(event, update, { passive: true, signal: listeners.signal });
      return () => {
        listeners.abort();
        observer.disconnect();
      };
    },
  };
}

function readGrid(list: HTMLElement): Pick<Screen, 'columns' | 'width'> {
  const tracks = getComputedStyle(list).gridTemplateColumns.split(' ');
  const width = Number.parseFloat(tracks[0] ?? '');
  return {
    columns: tracks.length,
    width: Number.isNaN(width) ? list.getBoundingClientRect().width : width,
  };
}

function readView(list: HTMLElement): Pick<Screen, 'top' | 'bottom'> {
  const start = Math.floor(-list.getBoundingClientRect().top / stepPixels) * stepPixels;
  return { top: start - overscanPixels, bottom: start + stepPixels + window.innerHeight + overscanPixels };
}

/** The same map if no height has changed. */
function addHeights(list: HTMLElement, known: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const changed = [...list.querySelectorAll<HTMLElement>('[data-index]')]
    .map((item) => [item.dataset.hash ?? '', item.getBoundingClientRect().height] as const)
    .filter(([hash, height]) => known.get(hash) !== height);
  return changed.length === 0 ? known : new Map([...known, ...changed]);
}

/** The items with the focus, an open text field, whose content would be lost, or a dragged element. */
function findHashesInUse(list: HTMLElement | null): string[] {
  const inUse = list?.querySelectorAll<HTMLElement>('[data-index]:has(:focus, textarea, [data-dragging])');
  return [...(inUse ?? [])].map(({ dataset }) => dataset.hash ?? '');
}
