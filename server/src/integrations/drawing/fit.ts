import type { MeasuredText, MeasuredWord } from './measure.ts';
import type { Lettering } from './picture.ts';

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

/** Of their height, as a multiple of the size: so far below the middle of its line does a text stand. */
export const halfOfCapitals = 0.364;

const step = 0.95;

/** Set as large as it fits, without breaking a word as long as that can be helped; null where not a line fits. */
export function fit(words: Words, room: Room): SetText | null {
  if (words.measured.words.length === 0) return null;
  return fitWhole(words, room) ?? squeezed(words, room);
}

/** The same for what must not be broken or cut; null where that cannot be helped. */
export function fitWhole(words: Words, room: Room): SetText | null {
  if (words.measured.words.length === 0) return null;
  for (let size = room.most; ; size = Math.max(room.least, size * step)) {
    const lines = linesOf(words.measured.words, room.width / size);
    if (lines !== null && lines.length <= linesIn(words, room, size)) {
      return set(words, size, balanced(words.measured.words, room.width / size, lines), false);
    }
    if (size <= room.least) return null;
  }
}

function linesIn({ leading }: Words, { height, mostLines }: Room, size: number): number {
  return Math.min(mostLines, Math.floor(height / (leading * size) + 0.001));
}

/** At the least size, or what a word needs that cannot be broken: long words are, and what is too much is left out. */
function squeezed(words: Words, room: Room): SetText | null {
  const broken = words.measured.words.flatMap((word) => piecesOf(word, room.width / room.least));
  const widest = Math.max(...broken.map((word) => widthOf([word])));
  const size = Math.min(room.least, (room.width / widest) * 0.999);
  const width = room.width / size;
  const most = linesIn(words, room, size);
  if (most < 1) return null;
  const lines = linesOf(broken, width) ?? [];
  if (lines.length <= most) return set(words, size, balanced(broken, width, lines), false);
  const last = shortened(lines[most - 1] ?? [], width);
  return set(words, size, [...lines.slice(0, most - 1), last], true);
}

/** A word, or a part of one that goes on in the next. */
interface Token extends MeasuredWord {
  /** Where it goes on: the hyphen with which it is broken, in scripts that have one. */
  readonly hyphen?: string;
}

const ellipsis: Token = { text: '…', width: 1, space: 0, pieces: [] };

/** The words of a line that leave room for an ellipsis, which stands right behind the last. */
function shortened(line: readonly Token[], width: number): Token[] {
  const kept = [...line];
  while (kept.length > 0 && widthOf(kept) + ellipsis.width > width) kept.pop();
  const last = kept.pop();
  if (last === undefined) return [ellipsis];
  const { width: own, pieces } = last;
  return [...kept, { text: last.text.replace(/[\p{P}\s]+$/u, ''), width: own, space: 0, pieces }, ellipsis];
}

const hyphenWidth = 0.45;
const hyphenated = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u;

/** A word that is wider than a line, in parts between which it may be broken. */
function piecesOf(word: MeasuredWord, width: number): Token[] {
  const { pieces, space } = word;
  if (word.width <= width || pieces.length < 2) return [word];
  const last = pieces.length - 1;
  const hyphen = hyphenated.test(word.text) ? '-' : '';
  return pieces.map(({ text, width: own }, index) =>
    index === last
      ? { text, width: own, space, pieces: [] }
      : { text, width: own, space: 0, pieces: [], hyphen },
  );
}

/** As many words in each line as go in; null where one word alone does not. */
function linesOf(words: readonly Token[], width: number): Token[][] | null {
  const lines: Token[][] = [];
  for (const word of words) {
    if (widthOf([word]) > width) return null;
    const line = lines.at(-1);
    if (line !== undefined && widthOf([...line, word]) <= width) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

/** As many lines, but of about the same width, so that no word stands alone in the last. */
function balanced(
  words: readonly Token[],
  width: number,
  lines: readonly (readonly Token[])[],
): readonly (readonly Token[])[] {
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
  lines: readonly (readonly Token[])[],
  isCut: boolean,
): SetText {
  const written = lines.map((line) => {
    const text = line.map((word) => (word.space > 0 ? `${word.text} ` : word.text)).join('');
    const width = (widthOf(line) - Math.min(0, lettering.spacing)) * size;
    return { text: `${text.trim()}${line.at(-1)?.hyphen ?? ''}`, width };
  });
  const width = Math.max(...written.map((line) => line.width));
  return { size, lines: written, height: written.length * leading * size, width, isCut };
}

/** Without the space at its end, with the hyphen. */
function widthOf(line: readonly Token[]): number {
  const whole = line.reduce((width, word) => width + word.width + word.space, 0);
  const last = line.at(-1);
  return whole - (last?.space ?? 0) + (last?.hyphen ? hyphenWidth : 0);
}
