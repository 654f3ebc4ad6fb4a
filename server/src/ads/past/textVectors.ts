import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { TextEmbedder } from '../vectors.ts';
import { refuseMoment } from './pastIndex.ts';
import { readTextVectors } from './textVectors.sql.ts';

/** Distinct texts of the ads of a moment, which are in memory while their vectors are read. */
export const maxPastTexts = 100_000;
const maxLetters = 32_000_000;
const defaultMaxEmbedded = 1000;

interface VectorParts {
  readonly clickhouse: ClickHouse;
  readonly embedder: TextEmbedder;
  /** Moments of which more texts have no stored vector are refused: embedders may be slow, or paid for. */
  readonly maxEmbedded?: number | undefined;
}

/** The stored vectors of texts; those that have none are embedded again. */
export async function eachTextVector(
  { clickhouse, embedder, maxEmbedded = defaultMaxEmbedded }: VectorParts,
  texts: readonly string[],
  onVector: (text: string, vector: Int8Array) => void,
): Promise<void> {
  const missing: string[] = [];
  for (const part of splitTexts(texts)) {
    const rows = await readTextVectors(clickhouse, embedder.model, part);
    const known = new Map(rows.map(({ place, components }) => [place, components]));
    for (const [place, text] of part.entries()) {
      const components = known.get(place);
      if (components === undefined) missing.push(text);
      else onVector(text, toBytes(components));
    }
    if (missing.length > maxEmbedded) throw tooManyMissing(maxEmbedded);
  }
  for (let start = 0; start < missing.length; start += embedder.batchSize) {
    const part = missing.slice(start, start + embedder.batchSize);
    const vectors = await embedder.embed(part);
    for (const [place, text] of part.entries()) onVector(text, vectors[place] ?? new Int8Array());
  }
}

/** A text that counts for vectors: no template of a catalogue. */
export function hasVector(text: string): boolean {
  return text !== '' && !text.includes('{{');
}

export function assertFewTexts(texts: number, letters: number, maxTexts: number = maxPastTexts): void {
  if (texts <= maxTexts && letters <= maxLetters) return;
  throw refuseMoment(
    `asOf is supported for moments with up to ${maxTexts} distinct texts of ads, or ${maxLetters} letters of them; this one has more. Use an earlier moment.`,
  );
}

/** A list in one parameter: escaped characters take more than one byte. */
const maxListBytes = 40_000;

function* splitTexts(texts: readonly string[]): Iterable<string[]> {
  let [part, bytes]: [string[], number] = [[], 0];
  for (const text of texts) {
    const own = Buffer.byteLength(text) + 8;
    if (part.length > 0 && bytes + own > maxListBytes) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(text);
    bytes += own;
  }
  if (part.length > 0) yield part;
}

function toBytes(components: string): Int8Array {
  return new Int8Array(Buffer.from(components, 'hex'));
}

function tooManyMissing(maxEmbedded: number): Error {
  return refuseMoment(
    `asOf is supported for moments of which up to ${maxEmbedded} texts have no stored vector; this one has more. Use another moment.`,
  );
}
