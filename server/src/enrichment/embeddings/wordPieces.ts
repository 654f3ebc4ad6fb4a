/** Pieces of words by number. A piece that continues a word is another one than the same letters at its beginning. */
export interface Vocabulary {
  readonly beginnings: ReadonlyMap<string, number>;
  readonly continuations: ReadonlyMap<string, number>;
  /** In UTF-16 units. */
  readonly longestPiece: number;
}

/** Longer "words" are addresses and keyboard noise, of which no piece says anything. */
const longestWord = 100;

/** The pieces in the order of their numbers, continuations spelled `##ing` as in every vocabulary of this kind. */
export function vocabularyOf(pieces: readonly string[]): Vocabulary {
  const beginnings = new Map<string, number>();
  const continuations = new Map<string, number>();
  let longestPiece = 0;
  for (const [number, piece] of pieces.entries()) {
    const continues = piece.length > 2 && piece.startsWith('##');
    const letters = continues ? piece.slice(2) : piece;
    (continues ? continuations : beginnings).set(letters, number);
    longestPiece = Math.max(longestPiece, letters.length);
  }
  return { beginnings, continuations, longestPiece };
}

/**
 * Always the longest piece that fits, from left to right; undefined when at some place none does. A piece has
 * a greatest length, so the time is linear in the word.
 */
export function piecesOf(word: string, vocabulary: Vocabulary): number[] | undefined {
  const whole = vocabulary.beginnings.get(word);
  if (whole !== undefined) return [whole];
  if (word.length > longestWord) return undefined;
  const numbers: number[] = [];
  for (let from = 0; from < word.length;) {
    const pieces = from === 0 ? vocabulary.beginnings : vocabulary.continuations;
    let to = Math.min(word.length, from + vocabulary.longestPiece);
    while (to > from && !pieces.has(word.slice(from, to))) to -= 1;
    const number = pieces.get(word.slice(from, to));
    if (number === undefined) return undefined;
    numbers.push(number);
    from = to;
  }
  return numbers;
}
