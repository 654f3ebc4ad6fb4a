import type { Line } from '../../../integrations/drawing/picture.ts';
import type { AspectRatio } from '../maker.ts';
import { sizes } from '../maker.ts';
import type { Chance } from './chance.ts';
import type { Wording } from './wording.ts';
import type { Logo } from './logo.ts';
import type { Palette } from './palette.ts';
import type { Subject } from './subject.ts';

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A line of text together with the room it takes. */
export interface PlacedLine extends Line {
  readonly room: Rect;
}

/** Of the frame. */
export type Side = 'top' | 'bottom' | 'left' | 'right';

/** What lies on the ground, in the order in which it is painted; text lies over all of it. */
export type Shape =
  | {
      readonly kind: 'box';
      readonly rect: Rect;
      readonly style: Readonly<Record<string, string | number>>;
      /** Beyond which nothing of it is seen. */
      readonly clip?: Rect;
    }
  /** The product's picture: filling the rectangle, or whole in it. */
  | {
      readonly kind: 'subject';
      readonly rect: Rect;
      readonly fit: 'cover' | 'contain';
      readonly radius: Readonly<Record<string, number>>;
      /** What is behind it, which a picture on white takes on. */
      readonly back: string;
    }
  | { readonly kind: 'logo'; readonly rect: Rect }
  /** A veil over a photograph, as dense as the text on it needs it. */
  | {
      readonly kind: 'veil';
      readonly rect: Rect;
      /** Where text is. */
      readonly texts: Rect;
      readonly color: string;
      readonly inks: readonly string[];
      readonly side: Side;
    };

export interface Parts {
  readonly shapes: readonly Shape[];
  readonly lines: readonly PlacedLine[];
}

export const nothing: Parts = { shapes: [], lines: [] };

export function together(...parts: readonly Parts[]): Parts {
  return { shapes: parts.flatMap(({ shapes }) => shapes), lines: parts.flatMap(({ lines }) => lines) };
}

export function box(rect: Rect, style: Readonly<Record<string, string | number>>, clip?: Rect): Parts {
  const shape: Shape = { kind: 'box', rect, style, ...(clip === undefined ? {} : { clip }) };
  return { shapes: [shape], lines: [] };
}

/** All that a layout works with. It lays out for text from left to right; the whole is mirrored for the other. */
export interface Scene {
  readonly frame: Frame;
  readonly wording: Wording;
  readonly palette: Palette;
  readonly chance: Chance;
  readonly subject: Subject | null;
  readonly logo: Logo | null;
}

export interface Frame {
  readonly ratio: AspectRatio;
  readonly width: number;
  readonly height: number;
  /** A hundredth of the side of a square as large as the frame: everything is a multiple of it. */
  readonly unit: number;
  readonly whole: Rect;
  /** Where text may be: within the margins, and clear of what apps lay over tall pictures. */
  readonly safe: Rect;
  readonly isWide: boolean;
  readonly isTall: boolean;
}

/** Parts of the height of a tall picture that apps cover with controls of their own. */
const covered = { top: 0.14, bottom: 0.2 };

export function frameOf(ratio: AspectRatio): Frame {
  const { width, height } = sizes[ratio];
  const unit = Math.sqrt(width * height) / 100;
  const margin = Math.round(unit * (ratio === '1.91:1' ? 6 : 6.4));
  const isTall = ratio === '9:16';
  const top = isTall ? Math.ceil(height * covered.top) : margin;
  const bottom = isTall ? Math.ceil(height * covered.bottom) : margin;
  return {
    ratio,
    width,
    height,
    unit,
    whole: { left: 0, top: 0, width, height },
    safe: { left: margin, top, width: width - 2 * margin, height: height - top - bottom },
    isWide: ratio === '1.91:1',
    isTall,
  };
}

export function rightOf({ left, width }: Rect): number {
  return left + width;
}

export function bottomOf({ top, height }: Rect): number {
  return top + height;
}

export function inset({ left, top, width, height }: Rect, by: number): Rect {
  return { left: left + by, top: top + by, width: width - 2 * by, height: height - 2 * by };
}

/** What a rectangle and the safe part of the frame have in common. */
export function common(one: Rect, other: Rect): Rect {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  return {
    left,
    top,
    width: Math.min(rightOf(one), rightOf(other)) - left,
    height: Math.min(bottomOf(one), bottomOf(other)) - top,
  };
}

/** At the other side of the frame. */
export function opposite(rect: Rect, { width }: Pick<Frame, 'width'>): Rect {
  return { ...rect, left: width - rightOf(rect) };
}

/** As it is seen in a mirror; what is written stays readable and begins at the other side. */
export function mirrored({ shapes, lines }: Parts, width: number): Parts {
  const turned = (rect: Rect): Rect => opposite(rect, { width });
  return {
    shapes: shapes.map((shape) => {
      const rect = turned(shape.rect);
      if (shape.kind === 'veil')
        return { ...shape, rect, texts: turned(shape.texts), side: otherSide[shape.side] };
      return shape.kind === 'box' && shape.clip !== undefined
        ? { ...shape, rect, clip: turned(shape.clip) }
        : { ...shape, rect };
    }),
    lines: lines.map((line) => ({
      ...line,
      x: width - line.x,
      align: ({ left: 'right', right: 'left', center: 'center' } as const)[line.align],
      room: turned(line.room),
    })),
  };
}

const otherSide = { top: 'top', bottom: 'bottom', left: 'right', right: 'left' } as const;
