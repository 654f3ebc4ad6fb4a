import { fit, halfOfCapitals, type SetText, type Words } from '../../../integrations/drawing/fit.ts';
import { nothing, together, type Parts, type PlacedLine, type Rect } from './scene.ts';

/** A text in a column. */
export interface TextItem {
  readonly kind: 'text';
  readonly words: Words | null;
  readonly color: string;
  readonly most: number;
  readonly least: number;
  readonly mostLines: number;
  /** Of what comes after it. */
  readonly gap: number;
  /** What goes first when there is too little room: the highest. Those of rank 0 stay. */
  readonly rank: number;
}

/** Something of a known height: a button, a row of stars. */
export interface BlockItem {
  readonly kind: 'block';
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly rank: number;
  paint(place: Rect): Parts;
}

export type Item = TextItem | BlockItem;

export interface ColumnOptions {
  readonly align: 'left' | 'center';
  readonly justify: 'top' | 'center' | 'bottom';
}

interface Fitted {
  readonly item: Item;
  readonly text: SetText | null;
  readonly height: number;
}

/** Items one below the other, as large as they fit; what does not fit even small is left out, the least important first. */
export function column(area: Rect, items: readonly (Item | null)[], options: ColumnOptions): Column {
  let kept = items.filter(
    (item) => item !== null && (item.kind === 'block' || item.words !== null),
  ) as Item[];
  for (;;) {
    const last = Math.max(0, ...kept.map(({ rank }) => rank));
    const fitted = fittedItems(area, kept, last === 0);
    if (fitted !== null) return placed(area, fitted, options);
    kept = last === 0 ? kept.slice(0, -1) : kept.filter(({ rank }) => rank !== last);
  }
}

export interface Column {
  readonly parts: Parts;
  /** What of the area it takes. */
  readonly rect: Rect;
}

/** Null when something does not fit in whole and may not be cut. */
function fittedItems(area: Rect, items: readonly Item[], mayCut: boolean): Fitted[] | null {
  const gaps = items.slice(0, -1).reduce((sum, { gap }) => sum + gap, 0);
  const blocks = items.reduce((sum, item) => sum + (item.kind === 'block' ? item.height : 0), 0);
  let free = area.height - gaps - blocks;
  const texts = new Map<Item, SetText>();
  const pending = items.filter((item) => item.kind === 'text').toSorted((a, b) => a.rank - b.rank);
  for (const [index, item] of pending.entries()) {
    const others = pending.slice(index + 1).reduce((sum, other) => sum + leastHeight(other), 0);
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

/** Two lines of the least size, where it may have so many. */
function leastHeight({ words, least, mostLines }: TextItem): number {
  return (words?.leading ?? 0) * least * Math.min(2, mostLines);
}

function placed(area: Rect, fitted: readonly Fitted[], { align, justify }: ColumnOptions): Column {
  const gaps = fitted.slice(0, -1).reduce((sum, { item }) => sum + item.gap, 0);
  const height = fitted.reduce((sum, each) => sum + each.height, gaps);
  const start = area.top + { top: 0, center: 0.5, bottom: 1 }[justify] * (area.height - height);
  let top = start;
  let parts = nothing;
  for (const { item, text, height: own } of fitted) {
    const width = item.kind === 'block' ? Math.min(area.width, item.width) : area.width;
    const left = area.left + (align === 'center' ? (area.width - width) / 2 : 0);
    const place = { left, top, width, height: own };
    const drawn =
      item.kind === 'block'
        ? item.paint(place)
        : text === null || item.words === null
          ? nothing
          : textParts(item.words, text, place, align, item.color);
    parts = together(parts, drawn);
    top += own + item.gap;
  }
  return { parts, rect: { ...area, top: start, height } };
}

/** A text that was set, with its first line at the top of a place. */
export function textParts(
  { lettering, leading }: Words,
  text: SetText,
  place: Rect,
  align: 'left' | 'center' | 'right',
  color: string,
): Parts {
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
      baseline: top + lineHeight / 2 + halfOfCapitals * text.size,
      room: { left: x - share * line.width, top, width: line.width, height: lineHeight },
    };
  });
  return { shapes: [], lines };
}
