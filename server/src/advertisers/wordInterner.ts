import { setImmediate as nextTurn } from 'node:timers/promises';
import { letterBits } from './parsedName.ts';
import { newline, stepsPerTurn, wordAt, type WordDictionary } from './wordDictionary.ts';

/** Numbers distinct words in the order in which they are added, in typed arrays, because a map would keep millions of strings. */
export function createWordInterner() {
  let text: Buffer = Buffer.alloc(1024);
  let starts = new Uint32Array(128);
  let slots = new Uint32Array(256);
  let count = 0;

  const isSame = (number: number, bytes: Uint8Array, from: number, to: number): boolean => {
    const start = starts[number] ?? 0;
    if ((starts[number + 1] ?? 0) - start !== to - from + 1) return false;
    for (let at = 0; at < to - from; at += 1) if (text[start + at] !== bytes[from + at]) return false;
    return true;
  };

  const growSlots = (): void => {
    const larger = new Uint32Array(slots.length * 2);
    for (let number = 0; number < count; number += 1) {
      let slot = hash(text, starts[number] ?? 0, (starts[number + 1] ?? 0) - 1) & (larger.length - 1);
      while (larger[slot] !== 0) slot = (slot + 1) & (larger.length - 1);
      larger[slot] = number + 1;
    }
    slots = larger;
  };

  const append = (bytes: Uint8Array, from: number, to: number): void => {
    const start = starts[count] ?? 0;
    const end = start + to - from + 1;
    if (end > text.length) text = Buffer.concat([text, Buffer.alloc(Math.max(text.length, end))]);
    if (count + 2 > starts.length) starts = growArray(starts);
    for (let at = from; at < to; at += 1) text[start + at - from] = bytes[at] ?? 0;
    text[end - 1] = newline;
    count += 1;
    starts[count] = end;
  };

  return {
    intern: (bytes: Uint8Array, from: number, to: number): number => {
      const mask = slots.length - 1;
      let slot = hash(bytes, from, to) & mask;
      for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const number = (slots[slot] ?? 0) - 1;
        if (isSame(number, bytes, from, to)) return number;
      }
      append(bytes, from, to);
      slots[slot] = count;
      if (count * 2 > slots.length) growSlots();
      return count - 1;
    },

    /** The words sorted, and the new number of each. */
    buildDictionary: () => buildDictionary(text, starts, count),
  };
}

function hash(bytes: Uint8Array, from: number, to: number): number {
  let value = 0x811c9dc5;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ (bytes[at] ?? 0), 0x01000193);
  return value ^ (value >>> 15);
}

export function growArray(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

async function buildDictionary(text: Buffer, starts: Uint32Array, count: number) {
  const order = await sortWords(text, starts, count);
  const dictionary: WordDictionary = {
    count,
    text: Buffer.alloc(starts[count] ?? 0),
    starts: new Uint32Array(count + 1),
    letters: new Uint32Array(count),
    lengths: new Uint8Array(count),
  };
  const numbers = new Uint32Array(count);
  let end = 0;
  for (const [number, unsorted] of order.entries()) {
    if (number % stepsPerTurn === stepsPerTurn - 1) await nextTurn();
    numbers[unsorted] = number;
    end += text.copy(dictionary.text, end, starts[unsorted], starts[unsorted + 1]);
    dictionary.starts[number + 1] = end;
    const word = wordAt(dictionary, number);
    dictionary.letters[number] = letterBits(word);
    dictionary.lengths[number] = Math.min(word.length, 255);
  }
  return { dictionary, numbers };
}

/** Sorted at a time, before other work of the process gets a turn. */
const maxSorted = stepsPerTurn / 10;

/** Many in buckets by their first two bytes. */
async function sortWords(text: Buffer, starts: Uint32Array, count: number): Promise<Uint32Array> {
  const compare = (one: number, other: number): number => {
    let [at, otherAt] = [starts[one] ?? 0, starts[other] ?? 0];
    if (at === otherAt) return 0;
    while (text[at] === text[otherAt]) {
      at += 1;
      otherAt += 1;
    }
    return (text[at] ?? 0) - (text[otherAt] ?? 0);
  };
  if (count <= maxSorted) return Uint32Array.from({ length: count }, (_, number) => number).toSorted(compare);
  const { order, ends } = fillBuckets(count, (number) => text.readUInt16BE(starts[number]));
  let [from, sorted] = [0, 0];
  for (const to of ends) {
    if (to - from > 1) order.subarray(from, to).sort(compare);
    sorted += to - from;
    from = to;
    if (sorted < maxSorted) continue;
    await nextTurn();
    sorted = 0;
  }
  return order;
}

/** The numbers below `count` ordered by bucket, and where each bucket ends. */
function fillBuckets(count: number, bucketAt: (number: number) => number) {
  const ends = new Uint32Array(2 ** 16 + 1);
  for (let number = 0; number < count; number += 1) {
    const next = bucketAt(number) + 1;
    ends[next] = (ends[next] ?? 0) + 1;
  }
  for (let bucket = 1; bucket < ends.length; bucket += 1)
    ends[bucket] = (ends[bucket] ?? 0) + (ends[bucket - 1] ?? 0);
  const order = new Uint32Array(count);
  for (let number = 0; number < count; number += 1) {
    const bucket = bucketAt(number);
    order[ends[bucket] ?? 0] = number;
    ends[bucket] = (ends[bucket] ?? 0) + 1;
  }
  return { order, ends };
}
