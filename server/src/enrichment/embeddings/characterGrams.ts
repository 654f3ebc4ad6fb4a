import type { Word } from './words.ts';

/** How many components one gram moves. Few are enough to tell grams apart, and cost less than a full vector. */
const componentsPerGram = 8;
const [shortest, longest] = [2, 3];
const grammarWeight = 0.2;
/** In code points. The end of a longer word adds little to what its beginning says. */
const longestRun = 2000;

/**
 * For words that the vocabulary cannot spell: adds a pseudo-random direction for every two and three letters, the
 * same for the same letters everywhere. Words that share letters then point the same way, though nothing is known of
 * what they mean. A word is `weight` long, a run of a script without spaces as long as the words that are in it.
 */
export function addGrams(sum: Float64Array, word: Word, weight: number): void {
  const grams = gramsOf(word);
  if (grams.length === 0) return;
  // A word of a spaced script is one word however long it is; a run is about as many words as half its letters.
  const words = word.script === 'run' ? grams.length / 4 : 1;
  const step = weight * Math.sqrt(words / (grams.length * componentsPerGram));
  for (const gram of grams) addDirection(sum, gram, isGrammar(gram) ? step * grammarWeight : step);
}

/** Japanese writes endings and particles in hiragana, and what a sentence is about mostly in other characters. */
function isGrammar(gram: string): boolean {
  return /^[\p{Script=Hiragana}\u{30fc}]+$/u.test(gram);
}

/** A spaced word is marked at both ends, so that its beginning is not taken for the middle of another. */
function gramsOf({ text, script }: Word): string[] {
  const letters = Array.from(text.slice(0, longestRun));
  const marked = script === 'run' && letters.length > 1 ? letters : ['^', ...letters, '$'];
  const grams: string[] = [];
  for (let length = shortest; length <= longest; length += 1) {
    for (let from = 0; from + length <= marked.length; from += 1) {
      grams.push(marked.slice(from, from + length).join(''));
    }
  }
  return grams;
}

function addDirection(sum: Float64Array, gram: string, step: number): void {
  let state = hashOf(gram);
  for (let count = 0; count < componentsPerGram; count += 1) {
    state = mixed(state);
    const component = (state >>> 1) % sum.length;
    sum[component] = (sum[component] ?? 0) + ((state & 1) === 0 ? step : -step);
  }
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** A step of a counter whose bits are then mixed (splitmix, 32 bits). */
function mixed(state: number): number {
  let value = (state + 0x9e3779b9) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
