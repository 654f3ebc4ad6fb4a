/** What a seed decides, always the same: each question has a name, so that a new one changes no answer to another. */
export interface Chance {
  /** One of some things, of which there must be one. */
  pick<const T>(question: string, among: readonly T[]): T;
  /** The same, never twice in a row: where there are two or more, the next seed gets another. */
  next<const T>(question: string, among: readonly T[]): T;
  /** From 0 up to, but not including, 1. */
  number(question: string): number;
}

export function chanceOf(seed: number): Chance {
  const number = (question: string): number => mixed(hashOf(`${seed} ${question}`)) / 2 ** 32;
  return {
    number,
    pick: (question, among) => at(question, among, Math.floor(number(question) * among.length)),
    next: (question, among) => at(question, among, seed % among.length),
  };
}

function at<T>(question: string, among: readonly T[], index: number): T {
  const picked = among[index];
  if (picked === undefined) throw new Error(`There is nothing to choose from for ${question}.`);
  return picked;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}

/** Spreads hashes of similar texts over the whole range. */
function mixed(hash: number): number {
  let value = hash ^ (hash >>> 16);
  value = Math.imul(value, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
