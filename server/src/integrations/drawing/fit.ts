import type { MeasuredText, MeasuredWord } from './measure.ts';
import type { StyledText } from './imageLayout.ts';

export interface TextBlock {
  readonly style: StyledText;
  readonly measured: MeasuredText;
  /** Line height as a multiple of the size. */
  readonly lineHeight: number;
}

export interface FitArea {
  readonly width: number;
  readonly height: number;
  /** Font size in pixels. */
  readonly maxSize: number;
  readonly minSize: number;
  readonly maxLines: number;
}

export interface FittedText {
  readonly size: number;
  readonly lines: readonly FittedLine[];
  readonly height: number;
  readonly width: number;
  /** Whether the text ends with an ellipsis. */
  readonly isCut: boolean;
}

interface FittedLine {
  readonly text: string;
  readonly width: number;
}

/** Half of the cap height as a multiple of the size: the baseline lies this far below the middle of its line. */
export const halfCapHeight = 0.364;

const step = 0.95;

/** Fits the text at the largest size, breaking words only if necessary; null if not even one line fits. */
export function fit(words: TextBlock, room: FitArea): FittedText | null {
  if (words.measured.words.length === 0) return null;
  return fitUnbroken(words, room) ?? fitBroken(words, room);
}

/** Like `fit`, but null instead of breaking words or cutting text. */
export function fitUnbroken(words: TextBlock, room: FitArea): FittedText | null {
  if (words.measured.words.length === 0) return null;
  for (let size = room.maxSize; ; size = Math.max(room.minSize, size * step)) {
    const lines = breakLines(words.measured.words, room.width / size);
    if (lines !== null && lines.length <= maxLinesAt(words, room, size)) {
      return toFittedText(words, size, balanceLines(words.measured.words, room.width / size, lines), false);
    }
    if (size <= room.minSize) return null;
  }
}

function maxLinesAt({ lineHeight }: TextBlock, { height, maxLines }: FitArea, size: number): number {
  return Math.min(maxLines, Math.floor(height / (lineHeight * size) + 0.001));
}

/** At the minimum size, or smaller for an unbreakable word: breaks long words and cuts the text with an ellipsis. */
function fitBroken(words: TextBlock, room: FitArea): FittedText | null {
  const broken = words.measured.words.flatMap((word) => splitToken(word, room.width / room.minSize));
  const widest = Math.max(...broken.map((word) => measureLine([word])));
  const size = Math.min(room.minSize, (room.width / widest) * 0.999);
  const width = room.width / size;
  const lineLimit = maxLinesAt(words, room, size);
  if (lineLimit < 1) return null;
  const lines = breakLines(broken, width) ?? [];
  if (lines.length <= lineLimit) return toFittedText(words, size, balanceLines(broken, width, lines), false);
  const last = addEllipsis(lines[lineLimit - 1] ?? [], width);
  return toFittedText(words, size, [...lines.slice(0, lineLimit - 1), last], true);
}

interface Token extends MeasuredWord {
  /** For a part of a broken word: the hyphen, empty in scripts without hyphens. */
  readonly hyphen?: string;
}

const ellipsis: Token = { text: '…', width: 1, space: 0, pieces: [] };

/** Drops words until an ellipsis fits after the last one. */
function addEllipsis(line: readonly Token[], width: number): Token[] {
  const kept = [...line];
  while (kept.length > 0 && measureLine(kept) + ellipsis.width > width) kept.pop();
  const last = kept.pop();
  if (last === undefined) return [ellipsis];
  const { width: own, pieces } = last;
  return [...kept, { text: last.text.replace(/[\p{P}\s]+$/u, ''), width: own, space: 0, pieces }, ellipsis];
}

const hyphenWidth = 0.45;
const hyphenated = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u;

function splitToken(word: MeasuredWord, width: number): Token[] {
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

/** Greedy line breaking; null if a single word is too wide. */
function breakLines(words: readonly Token[], width: number): Token[][] | null {
  const lines: Token[][] = [];
  for (const word of words) {
    if (measureLine([word]) > width) return null;
    const line = lines.at(-1);
    if (line !== undefined && measureLine([...line, word]) <= width) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

/** The same number of lines with similar widths, to avoid a single word in the last line. */
function balanceLines(
  words: readonly Token[],
  width: number,
  lines: readonly (readonly Token[])[],
): readonly (readonly Token[])[] {
  let best = lines;
  let [low, high] = [width / 2, width];
  for (let round = 0; round < 8; round += 1) {
    const middle = (low + high) / 2;
    const tried = breakLines(words, middle);
    if (tried !== null && tried.length === lines.length) [best, high] = [tried, middle];
    else low = middle;
  }
  return best;
}

function toFittedText(
  { style: lettering, lineHeight }: TextBlock,
  size: number,
  lines: readonly (readonly Token[])[],
  isCut: boolean,
): FittedText {
  const written = lines.map((line) => {
    const text = line.map((word) => (word.space > 0 ? `${word.text} ` : word.text)).join('');
    const width = (measureLine(line) - Math.min(0, lettering.spacing)) * size;
    return { text: `${text.trim()}${line.at(-1)?.hyphen ?? ''}`, width };
  });
  const width = Math.max(...written.map((line) => line.width));
  return { size, lines: written, height: written.length * lineHeight * size, width, isCut };
}

/** Excludes the trailing space, includes the hyphen. */
function measureLine(line: readonly Token[]): number {
  const whole = line.reduce((width, word) => width + word.width + word.space, 0);
  const last = line.at(-1);
  return whole - (last?.space ?? 0) + (last?.hyphen ? hyphenWidth : 0);
}
