import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { lettersOfFont } from './lettersOfFont.ts';
import type { Weight } from './picture.ts';

/** A file of a typeface: some of its letters, in one weight. */
export interface FontFile {
  readonly name: string;
  readonly data: Buffer;
  readonly letters: ReadonlySet<number>;
}

/** Text of which every letter can be drawn, and with what. */
export interface Writable {
  readonly text: string;
  readonly fonts: readonly FontFile[];
}

const require = createRequire(import.meta.url);
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Chinese, Japanese and Korean share letters that each of them draws in its own way. */
const eastern = { chinese: 'noto-sans-sc', japanese: 'noto-sans-jp', korean: 'noto-sans-kr' } as const;

/** Each of these is drawn in the same way in all languages. */
const others = [
  'inter',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-devanagari',
  'noto-sans-bengali',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-oriya',
  'noto-sans-sinhala',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-myanmar',
  'noto-sans-georgian',
  'noto-sans-armenian',
  'noto-sans-ethiopic',
  'noto-sans-thaana',
  'noto-serif-tibetan',
] as const;

function typefacesFor(text: string, language: string | null): readonly string[] {
  const { chinese, japanese, korean } = eastern;
  const said = language?.slice(0, 2);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) || said === 'ja') {
    return [...others, japanese, chinese, korean];
  }
  if (/\p{Script=Hangul}/u.test(text) || said === 'ko') return [...others, korean, chinese, japanese];
  return [...others, chinese, japanese, korean];
}

/** A stretch of a text that is drawn with one font. */
interface Piece {
  readonly text: string;
  readonly font: FontFile;
}

/** Leaves out what no typeface has: a reader is better off without a letter than with an empty box for it. */
export function writableText(text: string, weight: Weight, language: string | null = null): Writable {
  const pieces = writablePieces(text.normalize('NFC').replaceAll(/\s+/gu, ' '), weight, language);
  const fonts = new Map(pieces.map(({ font }) => [font.name, font]));
  const written = pieces.map((piece) => piece.text).join('');
  return { text: written.replaceAll(/ +/g, ' ').trim(), fonts: [...fonts.values()] };
}

/** The same with its spaces, stretch by stretch. */
export function writablePieces(text: string, weight: Weight, language: string | null): Piece[] {
  const typefaces = typefacesFor(text, language);
  const pieces: { text: string; font: FontFile }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const letters = Array.from(segment);
    const font = fontFor(letters.map(codeOf), typefaces, weight);
    if (font === undefined) continue;
    const written = letters.filter((letter) => font.letters.has(codeOf(letter))).join('');
    const last = pieces.at(-1);
    if (last?.font === font) last.text += written;
    else pieces.push({ text: written, font });
  }
  return pieces;
}

function codeOf(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}

/** The first font with the whole of a letter and its marks, or else the first with the letter itself. */
function fontFor(
  codes: readonly number[],
  typefaces: readonly string[],
  weight: Weight,
): FontFile | undefined {
  let first: FontFile | undefined;
  for (const font of fontsWith(codes[0] ?? 0, typefaces, weight)) {
    if (codes.every((code) => font.letters.has(code))) return font;
    first ??= font;
  }
  return first;
}

/** Reads no more files than are looked at. */
function* fontsWith(code: number, typefaces: readonly string[], weight: Weight): Generator<FontFile> {
  for (const typeface of typefaces) {
    for (const { part, ranges } of partsOf(typeface)) {
      if (!ranges.some(([first, last]) => code >= first && code <= last)) continue;
      const font = fontFile(typeface, part, weight);
      if (font.letters.has(code)) yield font;
    }
  }
}

interface Part {
  readonly part: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

const parts = new Map<string, readonly Part[]>();

/** The parts a typeface is divided into; a listed letter may be missing all the same, a missing one is never there. */
function partsOf(typeface: string): readonly Part[] {
  const known = parts.get(typeface);
  if (known !== undefined) return known;
  const listed = require(`@fontsource/${typeface}/unicode.json`) as Readonly<Record<string, string>>;
  const read = Object.entries(listed).map(([part, ranges]) => ({
    part: part.replaceAll(/[[\]]/g, ''),
    ranges: ranges.split(',').map(rangeOf),
  }));
  parts.set(typeface, read);
  return read;
}

/** `U+0100-02BA` or `U+20B4`. */
function rangeOf(range: string): readonly [number, number] {
  const [first = 0, last = first] = range
    .slice(2)
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return [first, last];
}

const files = new Map<string, FontFile>();
/** Some tens of kilobytes each. */
const mostFilesKept = 400;

function fontFile(typeface: string, part: string, weight: Weight): FontFile {
  const name = `${typeface}-${part}-${weight}`;
  const known = files.get(name);
  if (known !== undefined) return known;
  const data = readFileSync(require.resolve(`@fontsource/${typeface}/files/${name}-normal.woff`));
  if (files.size >= mostFilesKept) files.clear();
  const file = { name, data, letters: lettersOfFont(data) };
  files.set(name, file);
  return file;
}
