import type { TextEmbedder } from '../../ads/vectors.ts';

export interface Embedder extends TextEmbedder {
  readonly dimensions: number;
}

/** Longer texts are truncated, which bounds the cost of hostile ones. */
export const maxTextLength = 10_000;

export function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** One byte per component, scaled so that the largest becomes ±127, or less for a text that counts less (`weight` up to 1). */
export function quantise(vector: ArrayLike<number>, weight = 1): Int8Array {
  let largest = 0;
  for (let at = 0; at < vector.length; at += 1) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  const bytes = new Int8Array(vector.length);
  if (largest === 0) return bytes;
  for (let at = 0; at < vector.length; at += 1) {
    bytes[at] = Math.round(((vector[at] ?? 0) / largest) * 127 * weight);
  }
  return bytes;
}

/** Embeds only texts with letters; the others get zeros without a request. */
export async function embedNonEmpty(
  texts: readonly string[],
  dimensions: number,
  embed: (lettered: readonly string[]) => Promise<readonly ArrayLike<number>[]>,
): Promise<readonly Int8Array[]> {
  const lettered = texts.map((text) => text.slice(0, maxTextLength)).filter(hasLetter);
  const vectors = (await embed(lettered)).values();
  return texts.map((text) => {
    const vector = hasLetter(text.slice(0, maxTextLength)) ? vectors.next().value : undefined;
    return vector === undefined ? new Int8Array(dimensions) : quantise(vector);
  });
}
