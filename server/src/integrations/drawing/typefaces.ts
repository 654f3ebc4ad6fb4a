import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from '@magpie/contract';
import type { Harfbuzz, HarfbuzzFace } from 'harfbuzzjs';
import type { StyledText, Weight } from './imageLayout.ts';
import { inflateSync } from 'node:zlib';

/** One file of a typeface: a subset of its characters in one weight. */
export interface FontFile {
  readonly name: string;
  readonly data: Buffer;
  readonly letters: ReadonlySet<number>;
}

const require = createRequire(import.meta.url);
export const harfbuzz = await (require('harfbuzzjs') as Promise<Harfbuzz>);
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

const ownTypefaces: Readonly<Record<Exclude<Font, 'sans'>, string>> = {
  geometric: 'montserrat',
  rounded: 'nunito',
  serif: 'source-serif-4',
  condensed: 'roboto-condensed',
};

/** In order of preference: characters that a font lacks, such as arrows, are drawn as in `sans`. */
function typefacesFor(text: string, { font = 'sans', language = null }: FontOptions): readonly string[] {
  const fallbacks = fallbackTypefaces(text, language);
  return font === 'sans' ? fallbacks : [ownTypefaces[font], ...fallbacks];
}

function fallbackTypefaces(text: string, language: string | null): readonly string[] {
  const { chinese, japanese, korean } = eastern;
  const said = language?.slice(0, 2);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) || said === 'ja') {
    return [...others, japanese, chinese, korean];
  }
  if (/\p{Script=Hangul}/u.test(text) || said === 'ko') return [...others, korean, chinese, japanese];
  return [...others, chinese, japanese, korean];
}

type FontOptions = Pick<StyledText, 'weight'> & Partial<Pick<StyledText, 'font' | 'language'>>;

/** Removes characters that no typeface has, which would be rendered as empty boxes. */
export function keepSupported({ text, ...options }: FontOptions & Pick<StyledText, 'text'>) {
  const pieces = splitByFont(text.normalize('NFC').replaceAll(/\s+/gu, ' '), options);
  const fonts = new Map(pieces.map(({ font }) => [font.name, font]));
  const written = pieces.map((piece) => piece.text).join('');
  return { text: written.replaceAll(/ +/g, ' ').trim(), fonts: [...fonts.values()] };
}

/** Splits text into parts with one font each; white space stays as it is. */
export function splitByFont(text: string, options: FontOptions) {
  const typefaces = typefacesFor(text, options);
  const pieces: { text: string; font: FontFile }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const letters = Array.from(segment);
    const font = fontFor(letters.map(getCodePoint), typefaces, options.weight);
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
function fontFor(codes: readonly number[], typefaces: readonly string[], weight: Weight) {
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

const subsetsByTypeface = new Map<string, readonly Subset[]>();

/** The subsets of a typeface. A listed code point may be missing from the file, but never the reverse. */
function listSubsets(typeface: string): readonly Subset[] {
  const known = subsetsByTypeface.get(typeface);
  if (known !== undefined) return known;
  const list = readFileSync(new URL(`${typeface}/unicode.json`, folder), 'utf8');
  const listed = JSON.parse(list) as Readonly<Record<string, string>>;
  const read = Object.entries(listed).map(([part, ranges]) => ({
    part: part.replaceAll(/[[\]]/g, ''),
    ranges: ranges.split(',').map(parseRange),
  }));
  subsetsByTypeface.set(typeface, read);
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
  const face = openFace(data);
  const file = { name, data, letters: new Set(face.collectUnicodes()) };
  face.destroy();
  files.set(name, file);
  return file;
}

/** The caller destroys the face. */
export function openFace(woff: Buffer): HarfbuzzFace {
  const blob = harfbuzz.createBlob(unpackWoff(woff));
  const face = harfbuzz.createFace(blob, 0);
  // The face holds a reference.
  blob.destroy();
  return face;
}

interface Table {
  readonly tag: string;
  readonly checksum: number;
  readonly data: Buffer;
}

const headerBytes = 44;
const entryBytes = 20;

function* readTables(woff: Buffer): Generator<Table> {
  const tables = woff.readUInt16BE(12);
  for (let index = 0; index < tables; index += 1) {
    const entry = headerBytes + index * entryBytes;
    const [at = 0, stored = 0, length = 0, checksum = 0] = [4, 8, 12, 16].map((field) =>
      woff.readUInt32BE(entry + field),
    );
    const data = woff.subarray(at, at + stored);
    yield {
      tag: woff.toString('latin1', entry, entry + 4),
      checksum,
      data: stored === length ? data : inflateSync(data),
    };
  }
}

function unpackWoff(woff: Buffer): Buffer {
  const tables = [...readTables(woff)];
  const header = Buffer.alloc(12 + 16 * tables.length);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [header];
  let at = header.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = 12 + 16 * index;
    header.write(tag, entry, 'latin1');
    [checksum, at, data.length].forEach((value, field) => header.writeUInt32BE(value, entry + 4 + 4 * field));
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4);
    data.copy(padded);
    parts.push(padded);
    at += padded.length;
  }
  return Buffer.concat(parts);
}
