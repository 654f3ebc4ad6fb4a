/**
 * Turns texts into directions: two texts about the same thing point the same way, and the cosine between
 * their vectors says how much. Which implementation is behind it is configuration (`open.ts`).
 */
export interface Embedder {
  /** Name and version. Part of the key under which vectors are stored: those of two models cannot be compared. */
  readonly model: string;
  readonly dimensions: number;
  /** Texts that it embeds in some seconds: what a stop or a failure would lose. */
  readonly atOnce: number;
  /** One vector a text, in the same order. A text without any letter gets zeros, which point nowhere. */
  embed(texts: readonly string[]): Promise<readonly Int8Array[]>;
}

/** Longer texts are cut: no ad says anything new after this, and a hostile one costs no more than a long one. */
export const longestText = 10_000;

export function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** A direction in one byte a component: the largest becomes ±127, the others keep their proportion to it. */
export function quantise(vector: ArrayLike<number>): Int8Array {
  let largest = 0;
  for (let at = 0; at < vector.length; at += 1) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  const bytes = new Int8Array(vector.length);
  if (largest === 0) return bytes;
  for (let at = 0; at < vector.length; at += 1) bytes[at] = Math.round(((vector[at] ?? 0) / largest) * 127);
  return bytes;
}

/** Embeds only texts that say something; the others get zeros without being sent anywhere. */
export async function embedLettered(
  texts: readonly string[],
  dimensions: number,
  embed: (lettered: readonly string[]) => Promise<readonly ArrayLike<number>[]>,
): Promise<readonly Int8Array[]> {
  const lettered = texts.map((text) => text.slice(0, longestText)).filter(hasLetter);
  const vectors = (await embed(lettered)).values();
  return texts.map((text) => {
    const vector = hasLetter(text.slice(0, longestText)) ? vectors.next().value : undefined;
    return vector === undefined ? new Int8Array(dimensions) : quantise(vector);
  });
}
