import type { MeasuredText, MeasuredWord } from '../../../kernel/drawing/measure.ts';
import type { Lettering } from '../../../kernel/drawing/picture.ts';

/** A text that was measured, and how it is set. */
export interface Words {
  readonly lettering: Lettering;
  readonly measured: MeasuredText;
  /** From one line to the next, as a multiple of the size. */
  readonly leading: number;
}

/** Into what a text must fit. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** Of the letters, in pixels. */
  readonly most: number;
  readonly least: number;
  readonly mostLines: number;
}

/** A text in lines that fit. */
export interface SetText {
  readonly size: number;
  readonly lines: readonly SetLine[];
  readonly height: number;
  /** Of the widest line. */
  readonly width: number;
  /** Whether an end is missing, for which an ellipsis stands. */
  readonly isCut: boolean;
}

interface SetLine {
  readonly text: string;
  readonly width: number;
}

const step = 0.95;

/** Set as large as it fits, without breaking a word as long as that can be helped; null where not a line fits. */
export function fit(words: Words, room: Room): SetText | null {
  if (words.measured.words.length === 0) return null;
  for (let size = room.most; ; size = Math.max(room.least, size * step)) {
    const lines = linesOf(words.measured.words, room.width / size);
    if (lines !== null && lines.length <= linesIn(words, room, size)) {
      return set(words, size, balanced(words.measured.words, room.width / size, lines), false);
    }
    if (size <= room.least) break;
  }
  return squeezed(words, room);
}

function linesIn({ leading }: Words, { height, mostLines }: Room, size: number): number {
  return Math.min(mostLines, Math.floor(height / (leading * size) + 0.001));
}

/** At the least size: long words are broken, and what is too much is left out. */
function squeezed(words: Words, room: Room): SetText | null {
  const size = room.least;
  const most = linesIn(words, room, size);
  if (most < 1) return null;
  const broken = words.measured.words.flatMap((word) => piecesOf(word, room.width / size));
  const lines = linesOf(broken, room.width / size) ?? [];
  if (lines.length <= most) return set(words, size, lines, false);
  return set(
    words,
    size,
    [...lines.slice(0, most - 1), shortened(lines[most - 1] ?? [], room.width / size)],
    true,
  );
}

const ellipsis: MeasuredWord = { text: '…', width: 1, space: 0, pieces: [] };

/** The words of a line that leave room for an ellipsis, which stands right behind the last. */
function shortened(line: readonly MeasuredWord[], width: number): MeasuredWord[] {
  const kept = [...line];
  while (kept.length > 1 && widthOf(kept) + ellipsis.width > width) kept.pop();
  const last = kept.pop();
  if (last === undefined) return [ellipsis];
  if (widthOf([last]) + ellipsis.width > width) return [ellipsis];
  const text = last.text.replace(/[\p{P}\s]+$/u, '');
  return [...kept, { ...last, text, space: 0 }, ellipsis];
}

/** A word that is wider than a line, in parts between which it may be broken. */
function piecesOf(word: MeasuredWord, width: number): MeasuredWord[] {
  if (word.width <= width || word.pieces.length < 2) return [word];
  return word.pieces.map((piece, index) => ({
    ...piece,
    space: index === word.pieces.length - 1 ? word.space : 0,
    pieces: [],
  }));
}

/** As many words in each line as go in; null where one word alone does not. */
function linesOf(words: readonly MeasuredWord[], width: number): MeasuredWord[][] | null {
  const lines: MeasuredWord[][] = [];
  for (const word of words) {
    if (word.width > width) return null;
    const line = lines.at(-1);
    if (line !== undefined && widthOf([...line, word]) <= width) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

/** As many lines, but of about the same width, so that no word stands alone in the last. */
function balanced(
  words: readonly MeasuredWord[],
  width: number,
  lines: readonly (readonly MeasuredWord[])[],
): readonly (readonly MeasuredWord[])[] {
  let best = lines;
  let [low, high] = [width / 2, width];
  for (let round = 0; round < 8; round += 1) {
    const middle = (low + high) / 2;
    const tried = linesOf(words, middle);
    if (tried !== null && tried.length === lines.length) [best, high] = [tried, middle];
    else low = middle;
  }
  return best;
}

function set(
  { lettering, leading }: Words,
  size: number,
  lines: readonly (readonly MeasuredWord[])[],
  isCut: boolean,
): SetText {
  const written = lines.map((line) => ({
    text: line
      .map(({ text, space }) => (space > 0 ? `${text} ` : text))
      .join('')
      .trim(),
    width: (widthOf(line) - Math.min(0, lettering.spacing)) * size,
  }));
  const width = Math.max(...written.map((line) => line.width));
  return { size, lines: written, height: written.length * leading * size, width, isCut };
}

function widthOf(line: readonly MeasuredWord[]): number {
  const whole = line.reduce((width, word) => width + word.width + word.space, 0);
  return whole - (line.at(-1)?.space ?? 0);
}
