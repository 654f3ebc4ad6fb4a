import type { Font } from '@magpie/contract';
import type { StyledText, Weight, Direction } from './imageLayout.ts';
import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';

export interface StyleOptions {
  readonly weight: Weight;
  /** Large text has tighter letter spacing. */
  readonly isLarge: boolean;
  readonly language: string | null;
  /** Default: `sans`. */
  readonly font?: Font | undefined;
}

/** A text with letters of other scripts is drawn in `sans` as a whole, so that no word has two typefaces. */
const otherScripts: Readonly<Record<Exclude<Font, 'sans'>, RegExp>> = {
  geometric: /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\P{L}]/u,
  rounded: /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\P{L}]/u,
  serif: /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\P{L}]/u,
  condensed: /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\P{L}]/u,
};

/** Letter spacing of large text, as a multiple of the size. */
const largeSpacing: Readonly<Record<Font, number>> = {
  sans: -0.022,
  geometric: -0.02,
  rounded: -0.012,
  serif: -0.012,
  condensed: -0.005,
};

export function styledText(text: string, options: StyleOptions): StyledText {
  const { weight, isLarge, language, font: wanted = 'sans' } = options;
  const tame = sanitizeText(text);
  const font = wanted === 'sans' || otherScripts[wanted].test(tame) ? 'sans' : wanted;
  const spacing =
    isLarge && !/[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]/u.test(tame)
      ? largeSpacing[font]
      : 0;
  return { text: tame, font, weight, language, direction: detectDirection(tame), spacing };
}

/** Removes stacked marks, which would cover other text, and direction controls; replaces mathematical letters that imitate bold text. */
export function sanitizeText(text: string): string {
  const kept = text
    .replaceAll(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'))
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1');
  return kept.replaceAll(/\s+/gu, ' ').trim();
}

const scriptsWithMarks =
  /[\p{Script=Arabic}\p{Script=Thaana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** Scripts with marks above and below need more line height, and Chinese, Japanese and Korean a little more. */
export function chooseLineHeight(text: string, isLarge: boolean): number {
  if (scriptsWithMarks.test(text)) return isLarge ? 1.42 : 1.6;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) {
    return isLarge ? 1.26 : 1.5;
  }
  return isLarge ? 1.09 : 1.4;
}

/** The initials of the first two words, as a placeholder logo; empty if the name has no letters. */
export function getInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20));
  return letters.join('').toUpperCase().slice(0, 4);
}

interface TextRun {
  readonly text: string;
  readonly direction: Direction;
}

/** The package exports its function directly, though its types declare a default export. */
const bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)();

/** The runs of a line in visual order, by the Unicode Bidirectional Algorithm. */
export function splitRuns(line: string, begins: Direction): TextRun[] {
  const { levels } = bidi.getEmbeddingLevels(line, begins);
  const runs: { text: string; level: number }[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.text += line[at] ?? '';
    else runs.push({ text: line[at] ?? '', level });
  }
  return reorderRuns(runs).map(({ text, level }) => ({ text, direction: level % 2 === 0 ? 'ltr' : 'rtl' }));
}

/** Rule L2: from the deepest level up, runs at that level or deeper are reversed. */
function reorderRuns<T extends { readonly level: number }>(runs: readonly T[]): T[] {
  const deepest = Math.max(0, ...runs.map(({ level }) => level));
  let order = [...runs];
  for (let level = deepest; level > 0; level -= 1) order = reverseFromLevel(order, level);
  return order;
}

function reverseFromLevel<T extends { readonly level: number }>(runs: readonly T[], level: number): T[] {
  const turned: T[] = [];
  let kept: T[] = [];
  for (const run of runs) {
    if (run.level >= level) kept.push(run);
    else {
      turned.push(...kept.toReversed(), run);
      kept = [];
    }
  }
  return [...turned, ...kept.toReversed()];
}

/** The direction of the first letter, as in browsers; left to right without letters. */
export function detectDirection(text: string): Direction {
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  return rightToLeft.test(first) ? 'rtl' : 'ltr';
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
