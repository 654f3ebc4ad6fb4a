import type { StyledText } from './imageLayout.ts';
import { shapeLine } from './shaping.ts';
import { keepSupported } from './typefaces.ts';

/** A word and its width, as a multiple of the font size. */
export interface MeasuredWord {
  readonly text: string;
  readonly width: number;
  /** The width of the space after it; 0 without one. */
  readonly space: number;
  readonly pieces: readonly { readonly text: string; readonly width: number }[];
}

/** A text without unsupported characters; no words if nothing is left. */
export interface MeasuredText {
  readonly text: string;
  readonly words: readonly MeasuredWord[];
}

/** Measures all words of a text as they will be rendered. Runs in the worker. */
export function measureText(lettering: StyledText): MeasuredText {
  const { text } = keepSupported(lettering);
  const measure = (part: string): number => shapeLine({ ...lettering, text: part }).width;
  const space = measure('n n') - measure('nn');
  const words = splitWords(text).map((word) => ({
    text: word.text,
    width: measure(word.text),
    space: word.space ? space : 0,
    pieces: splitWord(word.text).map((piece) => ({ text: piece, width: measure(piece) })),
  }));
  return { text, words };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Uses a dictionary for scripts without spaces. `space` is whether a space follows the word within a line. */
export function splitWords(text: string) {
  const chunks = text.split(/\s+/u).filter((chunk) => chunk !== '');
  return chunks.flatMap((chunk) => {
    const parts = unspaced.test(chunk) ? unspacedWords(chunk) : [chunk];
    return parts.map((part, index) => ({ text: part, space: index === parts.length - 1 }));
  });
}

/** No line may start with these: closing punctuation, small kana, the long vowel mark. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}\p{M}\p{Sc}%ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々ๆฯ~〜・…]+$/u;
const opening = /[\p{Ps}\p{Pi}「『（【《〈]$/u;
const ending = /^\p{Script=Hiragana}{1,4}$/u;
const maxLengthWithEnding = 8;

function unspacedWords(chunk: string): string[] {
  const words: string[] = [];
  for (const { segment } of segmenter.segment(chunk)) {
    const last = words.at(-1);
    if (last !== undefined && staysTogether(last, segment)) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
}

/** Keeps a Japanese ending with its word, and digits with their counter. */
function staysTogether(last: string, next: string): boolean {
  if (closing.test(next) || opening.test(last) || /[\p{Nd}.,]$/u.test(last)) return true;
  return (
    ending.test(next) &&
    last.length + next.length <= maxLengthWithEnding &&
    /[\p{L}\p{Pe}\p{Pf}]$/u.test(last)
  );
}

/** Splits a long word into parts of a few letters, for lines narrower than the word. */
export function splitWord(word: string): string[] {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment);
  if (letters.length <= shortWord) return [word];
  const pieces: string[] = [];
  for (let at = 0; at < letters.length; at += pieceLength)
    pieces.push(letters.slice(at, at + pieceLength).join(''));
  return pieces;
}

const shortWord = 9;
const pieceLength = 3;
