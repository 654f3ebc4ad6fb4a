/** Distinct words in the order of their UTF-8 bytes, in which words with a common prefix are a range of numbers. */
export interface WordDictionary {
  readonly count: number;
  /** `whale\n` of each word. A newline is less than all bytes of words. */
  readonly text: Buffer;
  /** Where each word starts in `text`, and where the last one ends. */
  readonly starts: Uint32Array;
  /** Bit sets of letters, and lengths in UTF-16 units up to 255, to rule out most words quickly. */
  readonly letters: Uint32Array;
  readonly lengths: Uint8Array;
}

/** From `from` to before `to`. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** Steps of work before other work of the process gets a turn. */
export const stepsPerTurn = 100_000;

export const newline = 10;

export function wordAt({ text, starts }: WordDictionary, number: number): string {
  return text.toString('utf8', starts[number], (starts[number + 1] ?? 1) - 1);
}

function byteLengthAt({ starts }: WordDictionary, number: number): number {
  return (starts[number + 1] ?? 0) - (starts[number] ?? 0) - 1;
}

/** Negative if the word precedes all that begin with `prefix`, 0 if it is one of them, positive if it follows them. */
function comparePrefix({ text, starts }: WordDictionary, number: number, prefix: Uint8Array): number {
  const start = starts[number] ?? 0;
  for (let at = 0; at < prefix.length; at += 1) {
    const difference = (text[start + at] ?? 0) - (prefix[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The words that begin with `prefix`; `within` is a range that contains them. */
export function findPrefix(
  dictionary: WordDictionary,
  prefix: Uint8Array,
  within: WordRange = { from: 0, to: dictionary.count },
): WordRange {
  const firstWhere = (isPast: (comparison: number) => boolean, start: number): number => {
    let [low, high] = [start, within.to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isPast(comparePrefix(dictionary, middle, prefix))) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const from = firstWhere((comparison) => comparison >= 0, within.from);
  return { from, to: firstWhere((comparison) => comparison > 0, from) };
}

/** The number of a word; null if it is not in the dictionary. */
export function findWord(dictionary: WordDictionary, word: Uint8Array): number | null {
  const { from, to } = findPrefix(dictionary, word);
  return from < to && byteLengthAt(dictionary, from) === word.length ? from : null;
}

/** The words that `letters` has from `start` on: `b`, `blue` and `bluew` in `bluewhale`, if there are such words. */
export function findWordsFrom(dictionary: WordDictionary, letters: Uint8Array, start: number) {
  const found: { readonly number: number; readonly end: number }[] = [];
  let range: WordRange = { from: 0, to: dictionary.count };
  for (let end = start + 1; end <= letters.length; end += 1) {
    range = findPrefix(dictionary, letters.subarray(start, end), range);
    if (range.from === range.to) break;
    if (byteLengthAt(dictionary, range.from) === end - start) found.push({ number: range.from, end });
  }
  return found;
}

/** The words that have `part` anywhere. */
export function findInside({ text, starts, count }: WordDictionary, part: Uint8Array): WordRange[] {
  const found: WordRange[] = [];
  let from = 0;
  for (let hit = text.indexOf(part); hit !== -1; hit = text.indexOf(part, starts[from])) {
    let to = count;
    while (from + 1 < to) {
      const middle = (from + to) >>> 1;
      if ((starts[middle] ?? 0) <= hit) from = middle;
      else to = middle;
    }
    found.push({ from, to: from + 1 });
    from += 1;
    if (from === count) break;
  }
  return found;
}

export function includesPart({ text, starts }: WordDictionary, number: number, part: Buffer): boolean {
  return text.subarray(starts[number], starts[number + 1]).includes(part);
}

/** Whether the words, written without spaces, begin with `letters`. */
export function beginsWith(
  { text, starts }: WordDictionary,
  numbers: readonly number[],
  letters: Uint8Array,
): boolean {
  let compared = 0;
  for (const number of numbers) {
    let at = starts[number] ?? 0;
    for (; compared < letters.length && text[at] !== newline; at += 1) {
      if (text[at] !== letters[compared]) return false;
      compared += 1;
    }
  }
  return compared === letters.length;
}
