/**
 * Near-equal texts without comparing all pairs. A text is the set of its sequences of five characters. Two texts share each value of
 * their MinHash signatures with a probability equal to the Jaccard similarity of their sets, and a whole band of values only if
 * they are similar, so texts with a common band are candidates.
 */

const shingleLetters = 5;

export type Shingles = ReadonlySet<number>;

/** Hashes of 32 bits, signed: the engine stores these without allocating. */
export function toShingles(text: string): Shingles {
  const shingles = new Set<number>();
  for (let start = 0; start + shingleLetters <= text.length; start += 1) {
    let hash = 0x81_1c_9d_c5;
    for (let at = start; at < start + shingleLetters; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
    }
    shingles.add(mix(hash));
  }
  return shingles;
}

export function jaccard(one: Shingles, other: Shingles): number {
  let common = 0;
  for (const shingle of one) if (other.has(shingle)) common += 1;
  const all = one.size + other.size - common;
  return all === 0 ? 1 : common / all;
}

/** Texts with a similarity of 0.8 share a band with a probability of 98 %, of 0.3 with 2 %. */
const bands = 10;
const rowsPerBand = 5;

const seeds = Int32Array.from({ length: bands * rowsPerBand }, (_, at) => mix(at + 1));

/** Keys of 52 bits, one per band. Empty for a text without shingles. */
export function toBands(shingles: Shingles): number[] {
  if (shingles.size === 0) return [];
  const values = Int32Array.from(shingles);
  const signature = Int32Array.from(seeds, (seed) => leastHash(values, seed));
  return Array.from({ length: bands }, (_, band) =>
    toKey(band, signature.subarray(band * rowsPerBand, (band + 1) * rowsPerBand)),
  );
}

/** An indexed loop: this is most of the work, and an iterator takes several times as long. */
function leastHash(values: Int32Array, seed: number): number {
  let least = 0x7f_ff_ff_ff;
  for (let at = 0; at < values.length; at += 1) {
    const mixed = Math.imul((values[at] ?? 0) ^ seed, 0x9e_37_79_b1);
    const hash = mixed ^ (mixed >>> 15);
    if (hash < least) least = hash;
  }
  return least;
}

function toKey(band: number, values: Int32Array): number {
  let [high, low] = [mix(band + 1), mix(band + 0x1_00_01)];
  for (const value of values) {
    high = mix(high ^ value);
    low = mix(Math.imul(low, 31) + value);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

/** The finalizer of MurmurHash3: every bit depends on every other. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return mixed ^ (mixed >>> 16);
}
