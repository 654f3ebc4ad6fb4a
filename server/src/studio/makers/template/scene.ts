import type { Line } from '../../../integrations/drawing/imageLayout.ts';
import type { ReferenceLayout } from '../../reference/referenceLayout.ts';
import type { AspectRatio } from '../maker.ts';
import { sizes } from '../maker.ts';
import type { SeededRandom } from './chance.ts';
import type { Wording } from './wording.ts';
import type { Logo, ProductImage } from './subject.ts';
import type { SurfacePalette } from './palette.ts';

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedLine extends Line {
  readonly room: Rect;
}

export type Side = 'top' | 'bottom' | 'left' | 'right';

/** Shapes are painted in order; text is painted over all of them. */
export type SceneShape =
  | {
      readonly kind: 'box';
      readonly rect: Rect;
      readonly style: Readonly<Record<string, string | number>>;
      readonly clip?: Rect;
    }
  /** The product's picture: cropped to fill the rectangle, or whole. */
  | {
      readonly kind: 'subject';
      readonly rect: Rect;
      readonly fit: 'cover' | 'contain';
      readonly radius: Readonly<Record<string, number>>;
      /** The colour behind it; tints a picture on white. */
      readonly back: string;
    }
  | { readonly kind: 'logo'; readonly rect: Rect }
  /** An overlay on a photograph, as dense as the text needs. */
  | {
      readonly kind: 'veil';
      readonly rect: Rect;
      readonly texts: Rect;
      readonly color: string;
      readonly inks: readonly string[];
      readonly side: Side;
    };

export interface SceneParts {
  readonly shapes: readonly SceneShape[];
  readonly lines: readonly PlacedLine[];
}

export const noParts: SceneParts = { shapes: [], lines: [] };

export function mergeParts(...parts: readonly SceneParts[]): SceneParts {
  return { shapes: parts.flatMap(({ shapes }) => shapes), lines: parts.flatMap(({ lines }) => lines) };
}

export function boxParts(rect: Rect, style: Readonly<Record<string, string | number>>, clip?: Rect) {
  const shape: SceneShape = { kind: 'box', rect, style, ...(clip === undefined ? {} : { clip }) };
  return { shapes: [shape], lines: [] };
}

/** Input of a layout. Layouts assume left-to-right text; the result is mirrored for right-to-left. */
export interface Scene {
  readonly frame: Frame;
  readonly wording: Wording;
  readonly palette: SurfacePalette;
  readonly chance: SeededRandom;
  readonly subject: ProductImage | null;
  readonly reference: ReferenceLayout | null;
  readonly logo: Logo | null;
}

export interface Frame {
  readonly ratio: AspectRatio;
  readonly width: number;
  readonly height: number;
  /** 1% of the side of a square with the frame's area; all sizes are multiples of it. */
  readonly unit: number;
  readonly whole: Rect;
  /** The area for text: inside the margins, and clear of app controls over tall pictures. */
  readonly safe: Rect;
  readonly isWide: boolean;
  readonly isTall: boolean;
}

/** Shares of the height of a tall picture that apps cover with their controls. */
const covered = { top: 0.14, bottom: 0.2 };

export function getFrame(ratio: AspectRatio): Frame {
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

export function rectAt(left: number, top: number, { width, height }: Pick<Rect, 'width' | 'height'>): Rect {
  return { left, top, width, height };
}

export function getRight({ left, width }: Rect): number {
  return left + width;
}

export function getBottom({ top, height }: Rect): number {
  return top + height;
}

export function inset({ left, top, width, height }: Rect, by: number): Rect {
  return { left: left + by, top: top + by, width: width - 2 * by, height: height - 2 * by };
}

export function intersect(one: Rect, other: Rect): Rect {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  return {
    left,
    top,
    width: Math.min(getRight(one), getRight(other)) - left,
    height: Math.min(getBottom(one), getBottom(other)) - top,
  };
}

export function mirrorRect(rect: Rect, { width }: Pick<Frame, 'width'>): Rect {
  return { ...rect, left: width - getRight(rect) };
}

/** Mirrors the layout horizontally; text stays readable and switches its alignment. */
export function mirrorParts({ shapes, lines }: SceneParts, width: number): SceneParts {
  const turned = (rect: Rect): Rect => mirrorRect(rect, { width });
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
