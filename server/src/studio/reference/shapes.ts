import {
  areaOf,
  distance,
  findAreas,
  findShapes,
  heightOf,
  shareInside,
  unite,
  widthOf,
  type Box,
  type Component,
  type Components,
  type Raster,
} from './components.ts';
import type { Rgb } from '../colors.ts';
import { findTextBlocks, type Letter, type TextBlock } from './textBlocks.ts';

/** A text and the plain area that it stands on; null if it stands on a photograph. */
export interface PlacedText extends TextBlock {
  readonly ground: Component | null;
}

export interface PictureShapes {
  /** Areas of one colour, the largest first. */
  readonly panels: readonly Component[];
  readonly texts: readonly PlacedText[];
  /** The photograph, drawing or product; null if there is none. */
  readonly picture: (Box & { readonly isFramed: boolean }) | null;
}

/** Plain areas have at least this share of the picture; buttons are the smallest. */
const minPanelShare = 0.003;
/** Compression makes colours vary that much beside letters; gradients vary more. */
const maxPanelDeviation = 11;

export function findPictureShapes(raster: Raster): PictureShapes {
  const areas = findAreas(raster);
  const whole = raster.width * raster.height;
  const panels = areas.list
    .filter(({ area, deviation }) => area >= minPanelShare * whole && deviation <= maxPanelDeviation)
    .toSorted((a, b) => b.area - a.area);
  const plain = new Set(panels.map(({ label }) => label));
  const isPlain = Uint8Array.from(areas.list, ({ label }) => (plain.has(label) ? 1 : 0));
  const shapes = findShapes(raster, (at) => isPlain[areas.labels[at] ?? -1] === 0);
  const busy = shapes.list.filter((shape) => isBusy(shape, raster));
  const letters = [
    ...shapes.list.filter(
      (shape) => isLetter(shape, raster) && !panels.some((panel) => isOutline(shape, panel)),
    ),
    ...panels.filter((panel) => isLetter(panel, raster) && widthOf(panel) <= 1.4 * heightOf(panel)),
    ...lettersOnPhotographs(raster, areas, plain, busy),
  ];
  const place = (text: TextBlock): PlacedText => ({ ...text, ground: groundOf(text, raster, areas, panels) });
  const texts = withoutRepeats(findTextBlocks(letters)).map(place);
  const picture = findPicture(raster, busy, shapes, texts);
  return { panels, picture, texts: texts.filter((text) => !isPartOfPicture(text, picture, raster)) };
}

/** Letters are found twice where a text on a plain area lies on a photograph. */
function withoutRepeats(texts: readonly TextBlock[]): TextBlock[] {
  const sorted = texts.toSorted((a, b) => b.letters * b.letterHeight - a.letters * a.letterHeight);
  return sorted.filter((text, at) => !sorted.slice(0, at).some((other) => shareInside(text, other) > 0.6));
}

/** As shares of the longer side. */
const letterHeights = { min: 0.008, max: 0.2 };

/** Thinner shapes are smoothed edges of buttons. */
const minLetterFill = 0.14;

function isLetter(shape: Component, { width, height }: Raster): boolean {
  const side = Math.max(width, height);
  const own = heightOf(shape);
  const isThin = shape.area < minLetterFill * areaOf(shape);
  return (
    !isThin &&
    own >= Math.max(4, letterHeights.min * side) &&
    own <= letterHeights.max * side &&
    widthOf(shape) <= 12 * own
  );
}

/** Words whose letters touch are wide too, but lower. */
function isBusy(shape: Component, { width, height }: Raster): boolean {
  const side = Math.max(width, height);
  return (
    Math.max(heightOf(shape), widthOf(shape)) > letterHeights.max * side &&
    Math.min(heightOf(shape), widthOf(shape)) > 0.12 * side &&
    shape.area >= 0.22 * areaOf(shape) &&
    shape.area >= 0.01 * width * height
  );
}

/** The smoothed edge of a button is a shape around it. */
function isOutline(shape: Box, panel: Box): boolean {
  const edges = ['left', 'top', 'right', 'bottom'] as const;
  return edges.every((edge) => Math.abs(shape[edge] - panel[edge]) <= 3);
}

/** On photographs, letters are uniform areas that differ from what is around them. */
function lettersOnPhotographs(
  raster: Raster,
  { list, labels }: Components,
  plain: ReadonlySet<number>,
  busy: readonly Box[],
): Letter[] {
  if (busy.length === 0) return [];
  const minArea = 12;
  return list.filter(
    (shape) =>
      !plain.has(shape.label) &&
      shape.area >= minArea &&
      shape.deviation <= 20 &&
      // Not only the smoothed edge of a letter.
      shape.area >= 0.2 * areaOf(shape) &&
      heightOf(shape) >= 0.018 * Math.max(raster.width, raster.height) &&
      isLetter(shape, raster) &&
      widthOf(shape) <= 3 * heightOf(shape) &&
      busy.some((box) => shareInside(shape, box) > 0.99) &&
      differsFromSurroundings(raster, shape, (at) => plain.has(labels[at] ?? -1)),
  );
}

const minLetterContrast = 70;

/** Letters on plain areas are found without this. */
function differsFromSurroundings(
  raster: Raster,
  shape: Component,
  isPlain: (at: number) => boolean,
): boolean {
  const around = pixelsAround(raster, shape, 2);
  if (around.filter(isPlain).length > 0.5 * around.length) return false;
  const far = around.filter((at) => distance(colorAt(raster, at), shape.color) >= minLetterContrast);
  return far.length >= 0.75 * around.length;
}

function colorAt({ pixels }: Raster, at: number): Rgb {
  return [pixels[3 * at] ?? 0, pixels[3 * at + 1] ?? 0, pixels[3 * at + 2] ?? 0];
}

/** Pixels on the rectangle that is larger by `by` on each side. */
function pixelsAround({ width, height }: Raster, box: Box, by: number): number[] {
  const [left, top] = [Math.max(0, box.left - by), Math.max(0, box.top - by)];
  const [right, bottom] = [
    Math.min(width - 1, box.right + by - 1),
    Math.min(height - 1, box.bottom + by - 1),
  ];
  const pixels: number[] = [];
  for (let x = left; x <= right; x += 1) pixels.push(top * width + x, bottom * width + x);
  for (let y = top; y <= bottom; y += 1) pixels.push(y * width + left, y * width + right);
  return pixels;
}

function groundOf(text: TextBlock, raster: Raster, { labels }: Components, panels: readonly Component[]) {
  const around = pixelsAround(raster, text, Math.max(2, Math.round(0.15 * text.letterHeight)));
  const counts = new Map<number, number>();
  for (const at of around) counts.set(labels[at] ?? -1, (counts.get(labels[at] ?? -1) ?? 0) + 1);
  const [found, count] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [-1, 0]);
  return count >= 0.6 * around.length ? (panels.find(({ label }) => label === found) ?? null) : null;
}

/** Smaller pictures are logos and symbols. */
const minPictureShare = 0.05;
const framedShare = 0.62;

function findPicture(
  raster: Raster,
  busy: readonly Box[],
  { labels }: Components,
  texts: readonly PlacedText[],
): PictureShapes['picture'] {
  const groups = mergeNear(busy, 0.04 * Math.max(raster.width, raster.height));
  const largest = groups.toSorted((a, b) => areaOf(b) - areaOf(a))[0];
  if (largest === undefined || areaOf(largest) < minPictureShare * raster.width * raster.height) return null;
  const covered = texts.filter((text) => text.ground === null && shareInside(text, largest) > 0.5);
  let dense = covered.reduce((sum, text) => sum + areaOf(text), 0);
  for (let y = largest.top; y < largest.bottom; y += 1) {
    for (let x = largest.left; x < largest.right; x += 1) if (labels[y * raster.width + x] !== -1) dense += 1;
  }
  return { ...snapToEdges(largest, raster), isFramed: dense >= framedShare * areaOf(largest) };
}

function mergeNear(boxes: readonly Box[], gap: number): Box[] {
  const groups: Box[] = [];
  for (const box of boxes) {
    const near = groups.filter(
      (group) =>
        box.left - gap < group.right &&
        group.left - gap < box.right &&
        box.top - gap < group.bottom &&
        group.top - gap < box.bottom,
    );
    groups.splice(
      0,
      groups.length,
      ...groups.filter((group) => !near.includes(group)),
      unite([box, ...near]),
    );
  }
  return groups;
}

function snapToEdges({ left, top, right, bottom }: Box, { width, height }: Raster): Box {
  const near = 0.015 * Math.max(width, height);
  return {
    left: left <= near ? 0 : left,
    top: top <= near ? 0 : top,
    right: right >= width - near ? width : right,
    bottom: bottom >= height - near ? height : bottom,
  };
}

/** Small print within the picture, as on the label of a product. */
function isPartOfPicture(text: PlacedText, picture: Box | null, { width, height }: Raster): boolean {
  if (picture === null || text.ground !== null || shareInside(text, picture) < 0.9) return false;
  return text.letterHeight < 0.022 * Math.max(width, height);
}
