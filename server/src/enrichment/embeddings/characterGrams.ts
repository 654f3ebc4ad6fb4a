import type { Word } from './words.ts';

/** How many components one gram moves. Few are enough to tell grams apart, and cost less than a full vector. */
const componentsPerGram = 8;
/** Every two letters and every three that follow each other. */
const longestGram = 3;
/** Japanese writes endings and particles in hiragana, and what a sentence is about mostly in other characters. */
const hiraganaWeight = 0.2;
/** In UTF-16 units. The end of a longer word adds little to what its beginning says. */
const longestRun = 2000;

const emptyHash = 0x811c9dc5;
/** At both ends of a spaced word, so that its beginning is not taken for the middle of another. */
const [beginning, end] = [0x5e, 0x24];

/**
 * For words that the vocabulary cannot spell: adds a pseudo-random direction for every gram, the same for the same
 * letters everywhere. Words that share letters then point the same way, though nothing is known of what they mean. A word
 * is `weight` long, a run of a script without spaces as long as the words that are in it.
 */
export function addGrams(sum: Float64Array, word: Word, weight: number): void {
  const letters = lettersOf(word);
  const grams = Math.max(1, 2 * letters.length - longestGram);
  // A word of a spaced script is one word however long it is; a run is about as many words as half its letters.
  const words = word.script === 'run' ? grams / 4 : 1;
  const step = weight * Math.sqrt(words / (grams * componentsPerGram));
  for (let from = 0; from < letters.length; from += 1) addGramsFrom(sum, letters, from, step);
}

function lettersOf({ text, script }: Word): number[] {
  const letters = Array.from(text.slice(0, longestRun), (letter) => letter.codePointAt(0) ?? 0);
  return script === 'run' && letters.length > 1 ? letters : [beginning, ...letters, end];
}

function addGramsFrom(sum: Float64Array, letters: readonly number[], from: number, step: number): void {
  const stop = Math.min(letters.length, from + longestGram);
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

/** The mark of a long vowel is written in it too. */
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

/** A step of a counter whose bits are then mixed (splitmix, 32 bits). */
function mixed(state: number): number {
  let value = (state + 0x9e3779b9) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
