import type { Rgb } from '../colors.ts';
import { distance, heightOf, unite, widthOf, type Box, type Component } from './components.ts';

export type Letter = Pick<Component, 'left' | 'top' | 'right' | 'bottom' | 'color'>;

interface TextLine extends Box {
  /** Of its capital letters, in pixels. */
  readonly letterHeight: number;
  /** Estimated, since letters may touch. */
  readonly letters: number;
  readonly color: Rgb;
}

export interface TextBlock extends TextLine {
  readonly lines: readonly TextLine[];
}

/** Photographs have thousands of small shapes; the largest ones decide. */
const maxLetters = 1500;

/** Shapes of similar height and colour that stand side by side on one line. */
export function findTextBlocks(letters: readonly Letter[]): TextBlock[] {
  const largest = letters.toSorted((a, b) => heightOf(b) - heightOf(a)).slice(0, maxLetters);
  const lines: Letter[][] = [];
  for (const letter of largest.toSorted((a, b) => a.left - b.left)) {
    const line = lines.findLast((known) => continuesLine(known, letter));
    if (line === undefined) lines.push([letter]);
    else line.push(letter);
  }
  return mergeLines(lines.flatMap(toLine));
}

/** At most, as multiples of the height of the letters: the gap between two of them, and how far they may overlap. */
const maxGap = 0.95;
const maxOverlap = 0.35;
const maxHeightRatio = 2.2;
const maxColorDifference = 60;

function continuesLine(line: readonly Letter[], letter: Letter): boolean {
  const last = line.at(-1);
  if (last === undefined) return false;
  const [own, other] = [heightOf(letter), heightOf(last)];
  const height = Math.max(own, other);
  if (height / Math.min(own, other) > maxHeightRatio) return false;
  const gap = letter.left - Math.max(...line.slice(-3).map(({ right }) => right));
  if (gap > maxGap * height || gap < -maxOverlap * height) return false;
  const common = Math.min(letter.bottom, last.bottom) - Math.max(letter.top, last.top);
  return common >= 0.5 * Math.min(own, other) && distance(letter.color, last.color) <= maxColorDifference;
}

const minLetters = 3;
/** The share of letters that stand on the baseline, which shapes in photographs do not. */
const minOnBaseline = 0.5;

function toLine(shapes: readonly Letter[]): TextLine[] {
  if (shapes.length < 2) return [];
  const heights = shapes.map(heightOf).toSorted((a, b) => a - b);
  const letterHeight = heights[Math.floor(0.9 * (heights.length - 1))] ?? 0;
  const letters = shapes.reduce(
    (sum, each) => sum + Math.max(1, Math.round(widthOf(each) / (0.75 * letterHeight))),
    0,
  );
  if (letters < minLetters) return [];
  const baseline = middle(shapes.map(({ bottom }) => bottom));
  const standing = shapes.filter(
    ({ bottom }) => Math.abs(bottom - baseline) <= Math.max(1, 0.15 * letterHeight),
  );
  if (standing.length < minOnBaseline * shapes.length) return [];
  const channel = (at: 0 | 1 | 2): number => middle(shapes.map(({ color }) => color[at]));
  return [{ ...unite(shapes), letterHeight, letters, color: [channel(0), channel(1), channel(2)] }];
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Lines of one size and colour below each other are one text. */
function mergeLines(lines: readonly TextLine[]): TextBlock[] {
  const blocks: TextLine[][] = [];
  for (const line of lines.toSorted((a, b) => a.top - b.top)) {
    const block = blocks.find((known) => continuesBlock(known, line));
    if (block === undefined) blocks.push([line]);
    else block.push(line);
  }
  return blocks.map(toBlock);
}

function toBlock(lines: readonly TextLine[]): TextBlock {
  const longest = lines.reduce((one, other) => (other.letters > one.letters ? other : one));
  const letters = lines.reduce((sum, line) => sum + line.letters, 0);
  return { ...longest, ...unite(lines), letters, lines };
}

function continuesBlock(block: readonly TextLine[], line: TextLine): boolean {
  const last = block.at(-1);
  if (last === undefined) return false;
  const [small, large] = [last.letterHeight, line.letterHeight].toSorted((a, b) => a - b);
  if ((large ?? 0) > 1.45 * (small ?? 0)) return false;
  const gap = line.top - last.bottom;
  if (gap > 1.1 * (large ?? 0) || gap < -0.5 * (large ?? 0)) return false;
  const common = Math.min(line.right, last.right) - Math.max(line.left, last.left);
  if (common < 0.3 * Math.min(widthOf(line), widthOf(last))) return false;
  return distance(line.color, last.color) <= maxColorDifference;
}
