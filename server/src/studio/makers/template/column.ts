import { fit, halfCapHeight, type FittedText, type TextBlock } from '../../../integrations/drawing/fit.ts';
import { noParts, mergeParts, type SceneParts, type PlacedLine, type Rect } from './scene.ts';

export interface TextItem {
  readonly kind: 'text';
  readonly words: TextBlock | null;
  readonly color: string;
  readonly maxSize: number;
  readonly minSize: number;
  readonly maxLines: number;
  /** Space below it. */
  readonly gap: number;
  /** Items with the highest rank are dropped first if space is short; rank 0 stays. */
  readonly rank: number;
}

/** Something of a known height: a button, a row of stars. */
export interface BlockItem {
  readonly kind: 'block';
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly rank: number;
  paint(place: Rect): SceneParts;
}

export type Item = TextItem | BlockItem;

export interface ColumnOptions {
  readonly align: 'left' | 'center';
  readonly justify: 'top' | 'center' | 'bottom';
}

interface Fitted {
  readonly item: Item;
  readonly text: FittedText | null;
  readonly height: number;
}

/** Stacks items as large as they fit; drops the least important ones if they do not fit at minimum size. */
export function column(area: Rect, items: readonly (Item | null)[], options: ColumnOptions): Column {
  let remaining = items.filter(
    (item) => item !== null && (item.kind === 'block' || item.words !== null),
  ) as Item[];
  for (;;) {
    const last = Math.max(0, ...remaining.map(({ rank }) => rank));
    const fitted = fitItems(area, remaining, last === 0);
    if (fitted !== null) return placeItems(area, fitted, options);
    remaining = last === 0 ? remaining.slice(0, -1) : remaining.filter(({ rank }) => rank !== last);
  }
}

export interface Column {
  readonly parts: SceneParts;
  readonly rect: Rect;
}

/** Null if something does not fit and may not be cut. */
function fitItems(area: Rect, items: readonly Item[], mayCut: boolean): Fitted[] | null {
  const gaps = items.slice(0, -1).reduce((sum, { gap }) => sum + gap, 0);
  const blocks = items.reduce((sum, item) => sum + (item.kind === 'block' ? item.height : 0), 0);
  let free = area.height - gaps - blocks;
  const texts = new Map<Item, FittedText>();
  const pending = items.filter((item) => item.kind === 'text').toSorted((a, b) => a.rank - b.rank);
  for (const [index, item] of pending.entries()) {
    const others = pending.slice(index + 1).reduce((sum, other) => sum + minHeight(other), 0);
    const text =
      item.words === null ? null : fit(item.words, { ...item, width: area.width, height: free - others });
    if (text === null || (text.isCut && !mayCut)) return null;
    texts.set(item, text);
    free -= text.height;
  }
  if (free < -1) return null;
  return items.map((item) => {
    const text = texts.get(item) ?? null;
    return { item, text, height: item.kind === 'block' ? item.height : (text?.height ?? 0) };
  });
}

function minHeight({ words, minSize, maxLines }: TextItem): number {
  return (words?.lineHeight ?? 0) * minSize * Math.min(2, maxLines);
}

function placeItems(area: Rect, fitted: readonly Fitted[], { align, justify }: ColumnOptions): Column {
  const gaps = fitted.slice(0, -1).reduce((sum, { item }) => sum + item.gap, 0);
  const height = fitted.reduce((sum, each) => sum + each.height, gaps);
  const start = area.top + { top: 0, center: 0.5, bottom: 1 }[justify] * (area.height - height);
  let top = start;
  let parts = noParts;
  for (const { item, text, height: own } of fitted) {
    const width = item.kind === 'block' ? Math.min(area.width, item.width) : area.width;
    const left = area.left + (align === 'center' ? (area.width - width) / 2 : 0);
    const place = { left, top, width, height: own };
    if (item.kind === 'block') parts = mergeParts(parts, item.paint(place));
    else if (text !== null && item.words !== null) {
      parts = mergeParts(parts, textParts(item.words, text, place, align, item.color));
    }
    top += own + item.gap;
  }
  return { parts, rect: { ...area, top: start, height } };
}

export function textParts(
  { style: lettering, lineHeight: leading }: TextBlock,
  text: FittedText,
  place: Rect,
  align: 'left' | 'center' | 'right',
  color: string,
): SceneParts {
  const share = { left: 0, center: 0.5, right: 1 }[align];
  const lineHeight = leading * text.size;
  const lines = text.lines.map((line, index): PlacedLine => {
    const top = place.top + index * lineHeight;
    const x = place.left + share * place.width;
    return {
      ...lettering,
      text: line.text,
      size: text.size,
      color,
      x,
      align,
      baseline: top + lineHeight / 2 + halfCapHeight * text.size,
      room: { left: x - share * line.width, top, width: line.width, height: lineHeight },
    };
  });
  return { shapes: [], lines };
}
