import { maxTextLength } from './embedder.ts';

export interface Word {
  readonly text: string;
  /**
   * `latin`: Latin letters and digits, for which the vocabulary has pieces. `spaced`: another script with spaces
   * between words. `run`: a script without spaces, so that this may be a whole sentence.
   */
  readonly script: 'latin' | 'spaced' | 'run';
}

const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u30fc';
/** The alternatives are disjoint repeated classes, so matching is linear. */
const anyWord = new RegExp(
  `([\\p{Script=Latin}\\p{Nd}]+)|((?:(?=[\\p{L}\\p{M}])[${unspaced}])+)|((?:(?![\\p{Script=Latin}${unspaced}])[\\p{L}\\p{M}])+)`,
  'gu',
);
const asciiWord = /[a-z\d]+/g;

/**
 * The words of a text in lower case without accents, as in the vocabulary. Punctuation and emoji are dropped. Stylised
 * letters such as `𝗦𝗮𝗹𝗲` and `ＳＡＬＥ` are converted.
 */
export function splitWords(text: string): Word[] {
  if (isAscii(text)) {
    return Array.from(text.toLowerCase().match(asciiWord) ?? [], (word) => ({ text: word, script: 'latin' }));
  }
  return Array.from(foldLetters(text).matchAll(anyWord), ([word, latin, run]) => {
    if (latin !== undefined) return { text: word, script: 'latin' };
    return { text: word, script: run === undefined ? 'spaced' : 'run' };
  });
}

/**
 * Decomposition splits Korean syllables too, so the text is recomposed. One character can decompose into eighteen, so the
 * text is truncated again.
 */
function foldLetters(text: string): string {
  const apart = text.normalize('NFKD').slice(0, maxTextLength);
  return apart
    .replaceAll(/\p{Mn}+/gu, '')
    .toLowerCase()
    .normalize('NFC');
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}
