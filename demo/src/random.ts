/** Seeded random numbers, the same on every machine. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number;
  /** A whole number from `first` to `last`, both included. */
  between(first: number, last: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the names, each as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  /** Roughly normal: mean 0, standard deviation 1, within ±3.5. */
  normal(): number;
}

/** Sequences with different arguments are independent. */
export function createRandom(seed: number, purpose: number, index: number): Random {
  const generate = sfc32(seed, purpose, index);
  const next = (): number => (generate() >>> 0) / 4_294_967_296;
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    between: (first, last) => first + below(last - first + 1),
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('The list is empty.');
      return item;
    },
    weighted: (weights) => {
      const names = listNames(weights);
      const total = names.reduce((sum, name) => sum + weights[name], 0);
      let left = next() * total;
      const found = names.find((name) => (left -= weights[name]) < 0) ?? names.at(-1);
      if (found === undefined) throw new RangeError('There are no weights.');
      return found;
    },
    normal: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
  };
}

function sfc32(seed: number, purpose: number, index: number): () => number {
  let [a, b, c, count] = [seed | 0, purpose | 0, index | 0, 1];
  const generate = (): number => {
    const result = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result;
  };
  // Similar seeds give similar first numbers; twelve rounds remove the correlation.
  for (let round = 0; round < 12; round += 1) generate();
  return generate;
}

function listNames<Name extends string>(weights: Readonly<Record<Name, number>>): Name[] {
  return Object.keys(weights) as Name[];
}
