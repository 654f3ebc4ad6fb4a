import { directionOf } from './directions.ts';
import type { Lettering, Weight } from './picture.ts';

interface Manner {
  readonly weight: Weight;
  /** Large letters stand closer together. */
  readonly isLarge: boolean;
  readonly language: string | null;
}

/** How a text of anybody's is set. */
export function letteringOf(text: string, { weight, isLarge, language }: Manner): Lettering {
  const tame = tamed(text);
  const spacing =
    isLarge && !/[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]/u.test(tame) ? -0.022 : 0;
  return { text: tame, weight, language, direction: directionOf(tame), spacing };
}

/** Without marks piled up over a letter, which would cover other text, without orders to turn it round, and with plain letters for those that only imitate bold ones. */
export function tamed(text: string): string {
  const kept = text
    .replaceAll(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'))
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1');
  return kept.replaceAll(/\s+/gu, ' ').trim();
}

const marked =
  /[\p{Script=Arabic}\p{Script=Thaana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** From one line to the next: scripts with marks above and below need more room, those of full squares some. */
export function leadingOf(text: string, isLarge: boolean): number {
  if (marked.test(text)) return isLarge ? 1.42 : 1.6;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) {
    return isLarge ? 1.26 : 1.5;
  }
  return isLarge ? 1.09 : 1.4;
}
