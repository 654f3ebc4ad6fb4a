import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface HiddenItems {
  /** The row: items that do not fit wrap below its visible height. */
  readonly row: RefObject<HTMLDivElement | null>;
  /** The `data-item` of the items that do not fit. */
  readonly hidden: ReadonlySet<string>;
}

/** Finds the items of a wrapping row of fixed height that do not fit its width, so that they can be shown elsewhere. */
export function useHiddenItems(): HiddenItems {
  const row = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  // After each render, since the width of an item changes with its text.
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const items = [...element.children].filter((child) => child instanceof HTMLElement);
      const end = element.offsetTop + element.clientHeight;
      const found = items
        .filter(({ offsetTop }) => offsetTop >= end)
        .map(({ dataset }) => dataset.item ?? '');
      setHidden((before) =>
        found.length === before.size && found.every((item) => before.has(item)) ? before : new Set(found),
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  });
  return { row, hidden };
}
