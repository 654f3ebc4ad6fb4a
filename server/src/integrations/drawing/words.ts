/** A part of a text before and after which a line may end. */
export interface Word {
  readonly text: string;
  /** Whether a space follows it, unless the line ends there. */
  readonly space: boolean;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Scripts that put no space between words. */
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The words of a text; where a script has no spaces, by a dictionary. */
export function wordsOf(text: string): Word[] {
  const chunks = text.split(/\s+/u).filter((chunk) => chunk !== '');
  return chunks.flatMap((chunk) => {
    const parts = unspaced.test(chunk) ? unspacedWords(chunk) : [chunk];
    return parts.map((part, index) => ({ text: part, space: index === parts.length - 1 }));
  });
}

/** No line begins with these: marks that close, small kana, the mark for a long vowel. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}\p{M}\p{Sc}%ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々ๆฯ~〜・…]+$/u;
const opening = /[\p{Ps}\p{Pi}「『（【《〈]$/u;
const ending = /^\p{Script=Hiragana}{1,4}$/u;
const longestWithEnding = 8;

function unspacedWords(chunk: string): string[] {
  const words: string[] = [];
  for (const { segment } of segmenter.segment(chunk)) {
    const last = words.at(-1);
    if (last !== undefined && belongs(last, segment)) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
}

/** A Japanese ending stays with its word, and digits with what they count. */
function belongs(last: string, next: string): boolean {
  if (closing.test(next) || opening.test(last) || /[\p{Nd}.,]$/u.test(last)) return true;
  return (
    ending.test(next) && last.length + next.length <= longestWithEnding && /[\p{L}\p{Pe}\p{Pf}]$/u.test(last)
  );
}

/** A word in parts of a few letters, for a line that is narrower than it. */
export function piecesOf(word: string): string[] {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment);
  if (letters.length <= shortWord) return [word];
  const pieces: string[] = [];
  for (let at = 0; at < letters.length; at += pieceLength)
    pieces.push(letters.slice(at, at + pieceLength).join(''));
  return pieces;
}

const shortWord = 9;
const pieceLength = 3;
