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

/** Without marks piled up over a letter, which would cover other text, and without orders to turn it round. */
export function tamed(text: string): string {
  const kept = text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '').replaceAll(/(\p{M}{3})\p{M}+/gu, '$1');
  return kept.replaceAll(/\s+/gu, ' ').trim();
}

/** From one line to the next: scripts with marks above and below need more room, those of full squares some. */
export function leadingOf(text: string, isLarge: boolean): number {
  if (/[\p{Script=Thai}\p{Script=Devanagari}\p{Script=Arabic}\p{Script=Khmer}]/u.test(text)) {
    return isLarge ? 1.42 : 1.6;
  }
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) {
    return isLarge ? 1.26 : 1.5;
  }
  return isLarge ? 1.09 : 1.4;
}
