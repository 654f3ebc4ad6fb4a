/** A picture to be drawn: boxes within boxes, laid out as a browser lays out flexible boxes. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly root: Box;
}

export interface Box {
  /** As in CSS, written in camel case. */
  readonly style: Readonly<Record<string, string | number>>;
  readonly text?: string;
  readonly weight?: Weight;
  /** A photograph that fills the box, which needs a width and a height; one that cannot be read is left out. */
  readonly photograph?: Uint8Array;
  readonly parts?: readonly Box[];
}

export type Weight = 400 | 700;

export function* boxesIn(box: Box): Generator<Box> {
  yield box;
  for (const part of box.parts ?? []) yield* boxesIn(part);
}
