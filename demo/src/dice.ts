/** Seeded random numbers, the same on every machine. */
export class Dice {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  /** Sequences with different arguments are independent. */
  constructor(world: number, purpose: number, which: number) {
    this.#a = world | 0;
    this.#b = purpose | 0;
    this.#c = which | 0;
    // Similar seeds give similar first numbers; twelve rounds remove the correlation.
    for (let round = 0; round < 12; round += 1) this.#turn();
  }

  /** From 0 up to, but not including, 1. */
  roll(): number {
    return (this.#turn() >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number {
    return Math.floor(this.roll() * end);
  }

  /** A whole number from `first` to `last`, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(probability: number): boolean {
    return this.roll() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('The list is empty.');
    return item;
  }

  /** One of the names, each as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const names = namesOf(weights);
    const total = names.reduce((sum, name) => sum + weights[name], 0);
    let left = this.roll() * total;
    const found = names.find((name) => (left -= weights[name]) < 0) ?? names.at(-1);
    if (found === undefined) throw new RangeError('There are no weights.');
    return found;
  }

  /** Roughly normal: mean 0, standard deviation 1, within ±3.5. */
  bell(): number {
    return (this.roll() + this.roll() + this.roll() + this.roll() - 2) * Math.sqrt(3);
  }

  /** The sfc32 generator. */
  #turn(): number {
    const result = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0;
    return result;
  }
}

function namesOf<Name extends string>(weights: Readonly<Record<Name, number>>): Name[] {
  return Object.keys(weights) as Name[];
}
