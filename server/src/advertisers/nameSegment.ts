import { setImmediate as nextTurn } from 'node:timers/promises';
import { stepsPerTurn, wordAt, type WordDictionary, type WordRange } from './wordDictionary.ts';
import { createWordInterner, growArray } from './wordInterner.ts';

/** An index of the words of the names from `from` to before `to`. */
export interface NameSegment {
  readonly from: number;
  readonly to: number;
  readonly dictionary: WordDictionary;
  /** The names that contain a word, ascending: from `placeStarts` of its number to that of the next one. */
  readonly placeStarts: Uint32Array;
  readonly places: Uint32Array;
  /** The words of each name as tokens in bytes (LEB128); `blockStarts` has the start of every eighth name. */
  readonly tokens: Uint8Array;
  readonly blockStarts: Uint32Array;
}

const blockSize = 8;
/** Of a name without words. Other tokens are twice the number of a word plus 2, and 1 more for the last of a name. */
const noWords = 1;

/** The numbers of the words of a name, in its order. */
export function numbersAt({ from, tokens, blockStarts }: NameSegment, place: number): number[] {
  let at = blockStarts[(place - from) >>> 3] ?? 0;
  for (let left = (place - from) & (blockSize - 1); left > 0;) {
    left -= (tokens[at] ?? 0) & 1;
    while ((tokens[at] ?? 0) > 127) at += 1;
    at += 1;
  }
  const numbers: number[] = [];
  for (let isLast = false; !isLast; at += 1) {
    let token = (tokens[at] ?? 0) & 127;
    isLast = (token & 1) === 1;
    for (let shift = 7; (tokens[at] ?? 0) > 127; shift += 7) {
      at += 1;
      token |= ((tokens[at] ?? 0) & 127) << shift;
    }
    if (token !== noWords) numbers.push((token >>> 1) - 1);
  }
  return numbers;
}

/** Folded words with surrounding spaces: ` blue whale `. */
export function wordsIn({ dictionary }: NameSegment, numbers: readonly number[]): string {
  return ` ${numbers.map((number) => wordAt(dictionary, number)).join(' ')} `;
}

/** How many names contain words of these ranges; a name counts for each of its words. */
export function countPlaces({ placeStarts }: NameSegment, ranges: readonly WordRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + (placeStarts[to] ?? 0) - (placeStarts[from] ?? 0), 0);
}

/** Calls `visit` for each name that contains words of these ranges, once for each of its words. */
export async function eachPlace(
  { placeStarts, places }: NameSegment,
  ranges: readonly WordRange[],
  visit: (place: number) => void,
): Promise<void> {
  let visited = 0;
  for (const { from, to } of ranges) {
    const end = placeStarts[to] ?? 0;
    for (let at = placeStarts[from] ?? 0; at < end; at += 1) {
      visit(places[at] ?? 0);
      visited += 1;
      if (visited % stepsPerTurn === stepsPerTurn - 1) await nextTurn();
    }
  }
}

/** Collects names, the first of which has the place `from`, for a segment. */
export function createNameWriter(from: number) {
  const interner = createWordInterner();
  let tokens = new Uint32Array(1024);
  let [tokenCount, size] = [0, 0];

  const addToken = (token: number): void => {
    if (tokenCount === tokens.length) tokens = growArray(tokens);
    tokens[tokenCount] = token;
    tokenCount += 1;
  };
  const addNumbers = (numbers: readonly number[]): void => {
    if (numbers.length === 0) addToken(noWords);
    for (const [at, number] of numbers.entries()) addToken(2 * number + (at === numbers.length - 1 ? 3 : 2));
    size += 1;
  };

  return {
    size: () => size,

    add(words: readonly string[]): void {
      addNumbers(
        words.map((word) => {
          const bytes = Buffer.from(word);
          return interner.intern(bytes, 0, bytes.length);
        }),
      );
    },

    /** The names of `segments` at the places that `placeAt` returns for the places of this segment up to `to`. */
    async copy(segments: readonly NameSegment[], to: number, placeAt = (place: number) => place) {
      const sources: { segment: NameSegment; numbers: Uint32Array }[] = [];
      for (const segment of segments)
        sources.push({ segment, numbers: await internAll(segment.dictionary, interner.intern) });
      for (let place = from + size; place < to; place += 1) {
        if (place % stepsPerTurn === stepsPerTurn - 1) await nextTurn();
        const old = placeAt(place);
        const source = sources.find(({ segment }) => old < segment.to);
        if (source === undefined) throw new RangeError(`No segment has the name at ${old}.`);
        addNumbers(numbersAt(source.segment, old).map((number) => source.numbers[number] ?? 0));
      }
    },

    async finish(): Promise<NameSegment> {
      const { dictionary, numbers } = await interner.buildDictionary();
      const sorted = tokens.subarray(0, tokenCount);
      for (let at = 0; at < tokenCount; at += 1) {
        if (at % stepsPerTurn === stepsPerTurn - 1) await nextTurn();
        const token = sorted[at] ?? 0;
        if (token !== noWords) sorted[at] = 2 * (numbers[(token >>> 1) - 1] ?? 0) + 2 + (token & 1);
      }
      return {
        from,
        to: from + size,
        dictionary,
        ...(await listPlaces(sorted, dictionary.count, from)),
        ...(await encodeTokens(sorted, size)),
      };
    },
  };
}

async function internAll(
  { text, starts, count }: WordDictionary,
  intern: (bytes: Uint8Array, from: number, to: number) => number,
): Promise<Uint32Array> {
  const numbers = new Uint32Array(count);
  for (let number = 0; number < count; number += 1) {
    if (number % stepsPerTurn === stepsPerTurn - 1) await nextTurn();
    numbers[number] = intern(text, starts[number] ?? 0, (starts[number + 1] ?? 0) - 1);
  }
  return numbers;
}

async function listPlaces(tokens: Uint32Array, count: number, from: number) {
  const placeStarts = new Uint32Array(count + 1);
  const newest = new Uint32Array(count);
  /** A word that a name contains twice is counted once. */
  const eachWord = async (visit: (number: number, place: number) => void): Promise<void> => {
    newest.fill(2 ** 32 - 1);
    let place = from;
    for (let at = 0; at < tokens.length; at += 1) {
      if (at % stepsPerTurn === stepsPerTurn - 1) await nextTurn();
      const token = tokens[at] ?? 0;
      const number = (token >>> 1) - 1;
      if (token !== noWords && newest[number] !== place) {
        newest[number] = place;
        visit(number, place);
      }
      place += token & 1;
    }
  };
  await eachWord((number) => {
    placeStarts[number + 1] = (placeStarts[number + 1] ?? 0) + 1;
  });
  for (let number = 1; number <= count; number += 1)
    placeStarts[number] = (placeStarts[number] ?? 0) + (placeStarts[number - 1] ?? 0);
  const places = new Uint32Array(placeStarts[count] ?? 0);
  const ends = placeStarts.slice();
  await eachWord((number, place) => {
    const end = ends[number] ?? 0;
    places[end] = place;
    ends[number] = end + 1;
  });
  return { placeStarts, places };
}

async function encodeTokens(tokens: Uint32Array, size: number) {
  let bytes = 0;
  for (const token of tokens)
    bytes += token < 2 ** 7 ? 1 : token < 2 ** 14 ? 2 : token < 2 ** 21 ? 3 : token < 2 ** 28 ? 4 : 5;
  const encoded = new Uint8Array(bytes);
  const blockStarts = new Uint32Array(Math.ceil(size / blockSize));
  let [end, names, isFirst] = [0, 0, true];
  for (let at = 0; at < tokens.length; at += 1) {
    if (at % stepsPerTurn === stepsPerTurn - 1) await nextTurn();
    if (isFirst && names % blockSize === 0) blockStarts[names / blockSize] = end;
    let token = tokens[at] ?? 0;
    isFirst = (token & 1) === 1;
    if (isFirst) names += 1;
    for (; token > 127; token >>>= 7) {
      encoded[end] = (token & 127) | 128;
      end += 1;
    }
    encoded[end] = token;
    end += 1;
  }
  return { tokens: encoded, blockStarts };
}
