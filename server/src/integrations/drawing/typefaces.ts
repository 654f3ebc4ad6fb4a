import { readFileSync } from 'node:fs';
import type { Weight } from './picture.ts';
import { codePointsOfFont } from './woff.ts';

/** One file of a typeface: a subset of its characters in one weight. */
export interface FontFile {
  readonly name: string;
  readonly data: Buffer;
  readonly letters: ReadonlySet<number>;
}

/** Text with only supported characters, and the fonts for it. */
export interface SupportedText {
  readonly text: string;
  readonly fonts: readonly FontFile[];
}

/** Copied from @fontsource packages by `scripts/fonts.mjs`. */
const folder = new URL('../../../assets/fonts/', import.meta.url);
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Chinese, Japanese and Korean share code points but draw them differently. */
const eastern = { chinese: 'noto-sans-sc', japanese: 'noto-sans-jp', korean: 'noto-sans-kr' } as const;

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

/** A part of a text that uses one font. */
interface Piece {
  readonly text: string;
  readonly font: FontFile;
}

/** Removes characters that no typeface has, which would be rendered as empty boxes. */
export function keepSupported(text: string, weight: Weight, language: string | null = null): SupportedText {
  const pieces = splitByFont(text.normalize('NFC').replaceAll(/\s+/gu, ' '), weight, language);
  const fonts = new Map(pieces.map(({ font }) => [font.name, font]));
  const written = pieces.map((piece) => piece.text).join('');
  return { text: written.replaceAll(/ +/g, ' ').trim(), fonts: [...fonts.values()] };
}

/** Splits text into parts with one font each; white space stays as it is. */
export function splitByFont(text: string, weight: Weight, language: string | null): Piece[] {
  const typefaces = typefacesFor(text, language);
  const pieces: { text: string; font: FontFile }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const letters = Array.from(segment);
    const font = fontFor(letters.map(getCodePoint), typefaces, weight);
    if (font === undefined) continue;
    const written = letters.filter((letter) => font.letters.has(getCodePoint(letter))).join('');
    const last = pieces.at(-1);
    if (last?.font === font) last.text += written;
    else pieces.push({ text: written, font });
  }
  return pieces;
}

function getCodePoint(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}

/** The first font with the letter and its marks, or else the first with the letter. */
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

/** A generator, so that files are only read if needed. */
function* fontsWith(code: number, typefaces: readonly string[], weight: Weight): Generator<FontFile> {
  for (const typeface of typefaces) {
    for (const { part, ranges } of listSubsets(typeface)) {
      if (!ranges.some(([first, last]) => code >= first && code <= last)) continue;
      const font = fontFile(typeface, part, weight);
      if (font.letters.has(code)) yield font;
    }
  }
}

interface Subset {
  readonly part: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

const parts = new Map<string, readonly Subset[]>();

/** The subsets of a typeface. A listed code point may be missing from the file, but never the reverse. */
function listSubsets(typeface: string): readonly Subset[] {
  const known = parts.get(typeface);
  if (known !== undefined) return known;
  const list = readFileSync(new URL(`${typeface}/unicode.json`, folder), 'utf8');
  const listed = JSON.parse(list) as Readonly<Record<string, string>>;
  const read = Object.entries(listed).map(([part, ranges]) => ({
    part: part.replaceAll(/[[\]]/g, ''),
    ranges: ranges.split(',').map(parseRange),
  }));
  parts.set(typeface, read);
  return read;
}

/** `U+0100-02BA` or `U+20B4`. */
function parseRange(range: string): readonly [number, number] {
  const [first = 0, last = first] = range
    .slice(2)
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return [first, last];
}

const files = new Map<string, FontFile>();
/** Each file has some tens of kilobytes. */
const maxCachedFiles = 400;

function fontFile(typeface: string, part: string, weight: Weight): FontFile {
  const name = `${typeface}-${part}-${weight}`;
  const known = files.get(name);
  if (known !== undefined) return known;
  const data = readFileSync(new URL(`${typeface}/${name}-normal.woff`, folder));
  if (files.size >= maxCachedFiles) files.clear();
  const file = { name, data, letters: codePointsOfFont(data) };
  files.set(name, file);
  return file;
}
