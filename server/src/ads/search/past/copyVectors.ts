import { createBreaks } from '../../past/breaks.ts';
import { createMomentCache, type ReadMoment } from '../../past/momentCache.ts';
import type { PastDeps } from '../../past/pastAds.ts';
import { type PastLimits, readPastAds } from '../../past/pastIndex.ts';
import { pickColumns } from '../../past/pastIndex.sql.ts';
import { assertFewTexts, eachTextVector, hasVector } from '../../past/textVectors.ts';
import type { TextEmbedder } from '../../vectors.ts';

/** By hash, the vector of all texts of an ad at a moment. Ads with the same texts share one. */
export type CopyVectors = ReadonlyMap<string, Int8Array>;

interface CopyVectorParts extends PastDeps, PastLimits {
  readonly embedder: () => Promise<TextEmbedder>;
  /** Of the vectors that stay in memory. */
  readonly maxBytes: number;
  readonly maxEmbedded?: number;
}

const bytesPerAd = 150;

export function createCopyVectors(parts: CopyVectorParts): ReadMoment<CopyVectors> {
  return createMomentCache({
    maxBytes: parts.maxBytes,
    bytesOf: (vectors) => {
      const distinct = new Set(vectors.values());
      const [first] = distinct;
      return 1000 + vectors.size * bytesPerAd + distinct.size * (bytesPerAd + (first?.byteLength ?? 0));
    },
    read: (at) => readCopyVectors(parts, at),
  });
}

const textColumns = pickColumns('bodies', 'headlines');

/** By `buildCopyVectors`, of the ads of a moment. */
async function readCopyVectors(parts: CopyVectorParts, at: string): Promise<CopyVectors> {
  const { clickhouse, maxEmbedded } = parts;
  const embedder = await parts.embedder();
  const numbers = new Map<string, number>();
  /** By the numbers of their texts, the ads that have these texts. */
  const copies = new Map<string, { readonly texts: readonly number[]; readonly hashes: string[] }>();
  let letters = 0;
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    letters += text.length;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const takeBreak = createBreaks();
  for await (const page of readPastAds(parts, { at }, textColumns, parts)) {
    for (const { hash, bodies, headlines } of page) {
      const texts = new Set([...bodies, ...headlines].filter(hasVector).map(numberOf));
      const sorted = [...texts].toSorted((one, other) => one - other);
      const key = sorted.join(' ');
      const copy = copies.get(key) ?? { texts: sorted, hashes: [] };
      copies.set(key, copy);
      copy.hashes.push(hash);
      await takeBreak();
    }
    assertFewTexts(numbers.size, letters);
  }
  const vectors: Int8Array[] = [];
  await eachTextVector({ clickhouse, embedder, maxEmbedded }, [...numbers.keys()], (text, vector) => {
    vectors[numberOf(text)] = vector;
  });
  const found = new Map<string, Int8Array>();
  for (const { texts, hashes } of copies.values()) {
    const sum = addUp(texts.map((text) => vectors[text] ?? new Int8Array()));
    if (sum !== null) for (const hash of hashes) found.set(hash, sum);
    await takeBreak();
  }
  return found;
}

/** The sum in one byte per component; null if no text has a direction. */
function addUp(vectors: readonly Int8Array[]): Int8Array | null {
  const sums = new Int32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (vector[at] ?? 0);
  }
  const largest = sums.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest === 0 ? null : Int8Array.from(sums, (value) => roundHalfToEven((value * 127) / largest));
}

/** As the engine rounds. */
function roundHalfToEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
