import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { MagpieError } from '@magpie/contract/errors';

/** A vector for every vocabulary piece. docs/embeddings.md describes the file format. */
export interface StaticTable {
  readonly dimensions: number;
  readonly vocabulary: Vocabulary;
  /** The concatenated vectors, each to be multiplied by the scale of its piece. */
  readonly rows: Int8Array;
  readonly scales: Float32Array;
}

const magic = 'MAGPIEEM';
const layoutVersion = 1;
const headerBytes = 64;

export async function readStaticTable(file: string | URL): Promise<StaticTable> {
  try {
    return parseStaticTable(await readFile(file));
  } catch (cause) {
    if (cause instanceof MagpieError) throw cause;
    throw damaged('cannot be read', cause);
  }
}

function parseStaticTable(file: Buffer): StaticTable {
  if (file.length < headerBytes || file.toString('latin1', 0, 8) !== magic) throw damaged('is not one');
  if (file.readUInt32LE(8) !== layoutVersion) throw damaged('has a layout that this version does not know');
  const [dimensions, pieces, spelling] = [
    file.readUInt32LE(12),
    file.readUInt32LE(16),
    file.readUInt32LE(20),
  ];
  const body = file.subarray(headerBytes);
  const isWhole = body.length === spelling + pieces * 4 + pieces * dimensions;
  const checksum = createHash('sha256').update(body).digest();
  if (!isWhole || !checksum.equals(file.subarray(32, headerBytes))) throw damaged('is damaged');
  const scales = body.subarray(spelling, spelling + pieces * 4);
  return {
    dimensions,
    vocabulary: buildVocabulary(body.toString('utf8', 0, spelling).split('\n')),
    // Copied, since a Float32Array must be aligned to four bytes.
    scales: new Float32Array(Uint8Array.from(scales).buffer),
    rows: new Int8Array(body.buffer, body.byteOffset + spelling + pieces * 4, pieces * dimensions),
  };
}

function damaged(what: string, cause?: unknown): MagpieError {
  return new MagpieError(
    'INTERNAL_SERVER_ERROR',
    `The table of word vectors ${what}: expected server/assets/embeddings-static-v1.bin as Magpie ships it.`,
    { cause },
  );
}

/** Word pieces by number. Continuations differ from the same letters at the start of a word. */
interface Vocabulary {
  readonly beginnings: ReadonlyMap<string, number>;
  readonly continuations: ReadonlyMap<string, number>;
  readonly maxPieceLength: number;
}

/** Longer "words" are URLs or noise. */
const maxWordLength = 100;

/** Pieces in numeric order; continuations are spelled `##ing`, as in WordPiece vocabularies. */
export function buildVocabulary(pieces: readonly string[]): Vocabulary {
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

/** Greedy longest match; undefined if no piece fits. Linear, because the length of pieces is bounded. */
export function splitIntoPieces(word: string, vocabulary: Vocabulary): number[] | undefined {
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
