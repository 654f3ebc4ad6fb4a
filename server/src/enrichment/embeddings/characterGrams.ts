import type { Word } from './words.ts';

/** Components per gram. A few are enough to distinguish grams, and cheaper than a full vector. */
const componentsPerGram = 8;
const maxGramLength = 3;
/** In Japanese, hiragana is mostly endings and particles, which carry little meaning. */
const hiraganaWeight = 0.2;
/** In UTF-16 units. The rest of a longer run adds little. */
const maxRunLength = 2000;

const emptyHash = 0x811c9dc5;
/** Boundary marks of a spaced word, so that its start differs from the middle of another. */
const [beginning, end] = [0x5e, 0x24];

/**
 * For words outside the vocabulary: adds a pseudo-random but deterministic direction for every gram, so that words that
 * share letters get similar vectors. A word has the length 1, the mean of the table's vectors, so that it counts as much
 * as an English one; a run of a script without spaces has the length of the words in it.
 */
export function addGrams(sum: Float64Array, word: Word): void {
  const letters = toCodes(word);
  const grams = Math.max(1, 2 * letters.length - maxGramLength);
  // A word of a spaced script is one word however long it is; a run is about as many words as half its letters.
  const words = word.script === 'run' ? grams / 4 : 1;
  const step = Math.sqrt(words / (grams * componentsPerGram));
  for (let from = 0; from < letters.length; from += 1) addGramsFrom(sum, letters, from, step);
}

function toCodes({ text, script }: Word): number[] {
  const letters = Array.from(text.slice(0, maxRunLength), (letter) => letter.codePointAt(0) ?? 0);
  return script === 'run' && letters.length > 1 ? letters : [beginning, ...letters, end];
}

function addGramsFrom(sum: Float64Array, letters: readonly number[], from: number, step: number): void {
  const stop = Math.min(letters.length, from + maxGramLength);
  let hash = emptyHash;
  let hiraganaOnly = true;
  for (let at = from; at < stop; at += 1) {
    const letter = letters[at] ?? 0;
    // FNV-1a, a letter at a time.
    hash = Math.imul(hash ^ letter, 0x01000193) >>> 0;
    hiraganaOnly &&= isHiragana(letter);
    if (at > from) addDirection(sum, hash, hiraganaOnly ? step * hiraganaWeight : step);
  }
}

function isHiragana(letter: number): boolean {
  return (letter >= 0x3041 && letter <= 0x309f) || letter === 0x30fc;
}

function addDirection(sum: Float64Array, hash: number, step: number): void {
  let state = hash;
  for (let count = 0; count < componentsPerGram; count += 1) {
    state = mixed(state);
    const component = (state >>> 1) % sum.length;
    sum[component] = (sum[component] ?? 0) + ((state & 1) === 0 ? step : -step);
  }
}

/** 32-bit splitmix. */
function mixed(state: number): number {
  let value = (state + 0x9e3779b9) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
