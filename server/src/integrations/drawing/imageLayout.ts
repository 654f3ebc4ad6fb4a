import type { Font } from '@magpie/contract';

/** An image to render: nested boxes with CSS flexbox layout. */
export interface ImageLayout {
  readonly width: number;
  readonly height: number;
  readonly root: Box;
  readonly lines?: readonly Line[];
  /** Full colour for photographs, instead of a palette of 256 colours. */
  readonly isFullColor?: boolean;
}

export interface Box {
  /** CSS properties in camel case. */
  readonly style: Readonly<Record<string, string | number>>;
  /** A photograph that fills the box, which needs a width and a height; omitted if it cannot be decoded. */
  readonly photograph?: Uint8Array;
  /** A PNG or JPEG of the size of this box. */
  readonly image?: Uint8Array;
  readonly parts?: readonly Box[];
}

export interface Line extends StyledText {
  /** The start, middle or end of the line, depending on `align`. */
  readonly x: number;
  readonly baseline: number;
  readonly align: 'left' | 'center' | 'right';
  readonly size: number;
  readonly color: string;
}

export interface StyledText {
  readonly text: string;
  readonly font: Font;
  readonly weight: Weight;
  /** Selects the font for characters that Chinese and Japanese share. */
  readonly language: string | null;
  readonly direction: Direction;
  /** Letter spacing as a multiple of the font size. */
  readonly spacing: number;
}

export type Weight = 400 | 700;

export type Direction = 'ltr' | 'rtl';
