import { longestText } from './embedder.ts';

/** How a word is to be read: by the pieces of the vocabulary, or by its letters. */
export interface Word {
  readonly text: string;
  /**
   * `latin`: Latin letters and digits, for which the vocabulary has pieces. `spaced`: another script that puts
   * spaces between words. `run`: one that does not, so that this may be a whole sentence.
   */
  readonly script: 'latin' | 'spaced' | 'run';
}

const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u30fc';
/** Every alternative is one class repeated, and no character is in two of them: reading is linear. */
const anyWord = new RegExp(
  `([\\p{Script=Latin}\\p{Nd}]+)|((?:(?=[\\p{L}\\p{M}])[${unspaced}])+)|((?:(?![\\p{Script=Latin}${unspaced}])[\\p{L}\\p{M}])+)`,
  'gu',
);
const asciiWord = /[a-z\d]+/g;

/**
 * The words of a text, in lower case and without accents, as the vocabulary spells them. Punctuation and
 * pictures are left out. Letters in disguise are read as what they look like: ads write `𝗦𝗮𝗹𝗲` and `ＳＡＬＥ`.
 */
export function wordsOf(text: string): Word[] {
  if (isAscii(text)) {
    return Array.from(text.toLowerCase().match(asciiWord) ?? [], (word) => ({ text: word, script: 'latin' }));
  }
  return Array.from(plainLetters(text).matchAll(anyWord), ([word, latin, run]) => {
    if (latin !== undefined) return { text: word, script: 'latin' };
    return { text: word, script: run === undefined ? 'spaced' : 'run' };
  });
}

/**
 * Korean syllables come apart with the accents and are put together again. One character can come apart into eighteen,
 * so the text is cut again.
 */
function plainLetters(text: string): string {
  const apart = text.normalize('NFKD').slice(0, longestText);
  return apart
    .replaceAll(/\p{Mn}+/gu, '')
    .toLowerCase()
    .normalize('NFC');
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}
