/** Word pieces by number. Continuations differ from the same letters at the start of a word. */
export interface Vocabulary {
  readonly beginnings: ReadonlyMap<string, number>;
  readonly continuations: ReadonlyMap<string, number>;
  /** In UTF-16 units. */
  readonly maxPieceLength: number;
}

/** Longer "words" are URLs or noise. */
const maxWordLength = 100;

/** Pieces in numeric order; continuations are spelled `##ing`, as in WordPiece vocabularies. */
export function vocabularyOf(pieces: readonly string[]): Vocabulary {
  const beginnings = new Map<string, number>();
  const continuations = new Map<string, number>();
  let maxPieceLength = 0;
  for (const [number, piece] of pieces.entries()) {
    const continues = piece.length > 2 && piece.startsWith('##');
    const letters = continues ? piece.slice(2) : piece;
    (continues ? continuations : beginnings).set(letters, number);
    maxPieceLength = Math.max(maxPieceLength, letters.length);
  }
  return { beginnings, continuations, maxPieceLength };
}

/**
 * Greedy longest match from left to right; undefined if no piece fits. Linear, because the length of pieces is bounded.
 */
export function piecesOf(word: string, vocabulary: Vocabulary): number[] | undefined {
  const whole = vocabulary.beginnings.get(word);
  if (whole !== undefined) return [whole];
  if (word.length > maxWordLength) return undefined;
  const numbers: number[] = [];
  for (let from = 0; from < word.length;) {
    const pieces = from === 0 ? vocabulary.beginnings : vocabulary.continuations;
    let to = Math.min(word.length, from + vocabulary.maxPieceLength);
    while (to > from && !pieces.has(word.slice(from, to))) to -= 1;
    const number = pieces.get(word.slice(from, to));
    if (number === undefined) return undefined;
    numbers.push(number);
    from = to;
  }
  return numbers;
}
