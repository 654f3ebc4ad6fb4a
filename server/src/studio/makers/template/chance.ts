/** Deterministic choices from a seed. Each choice has a name, so that adding one does not change the others. */
export interface SeededRandom {
  pick<const T>(name: string, among: readonly T[]): T;
  /** Like `pick`, but consecutive seeds get different items. */
  next<const T>(name: string, among: readonly T[]): T;
  number(name: string): number;
}

export function createSeededRandom(seed: number): SeededRandom {
  const number = (name: string): number => mixBits(hashText(`${seed} ${name}`)) / 2 ** 32;
  return {
    number,
    pick: (name, among) => at(name, among, Math.floor(number(name) * among.length)),
    next: (name, among) => at(name, among, seed % among.length),
  };
}

function at<T>(name: string, among: readonly T[], index: number): T {
  const picked = among[index];
  if (picked === undefined) throw new Error(`No options for ${name}.`);
  return picked;
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}

/** Spreads hashes of similar texts over the whole range. */
function mixBits(hash: number): number {
  let value = hash ^ (hash >>> 16);
  value = Math.imul(value, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
