import type { Cta, Industry, Trade } from './industries.ts';

/** The words of one language for one industry; `$comment` in the language's file explains how they fit into sentences. */
export interface Words {
  readonly products: readonly string[];
  readonly pains: readonly string[];
  readonly gains: readonly string[];
  readonly features: readonly string[];
  readonly audiences: readonly string[];
}

/** Sentence templates. `{product}` and the like are placeholders; `{Product}` is capitalised. */
export interface Sentences {
  readonly hooks: readonly string[];
  readonly pitches: readonly string[];
  readonly proofs: readonly string[];
  readonly quotes: readonly string[];
  readonly news: readonly string[];
  readonly urgencies: readonly string[];
  readonly guarantees: readonly string[];
  readonly offers: Readonly<Record<Trade, readonly string[]>>;
  readonly closings: Readonly<Record<Trade, readonly string[]>>;
}

/** All templates and words of one language. */
export interface Grammar extends Sentences {
  /** Separator between sentences. */
  readonly gap: string;
  readonly decimalMark: string;
  readonly thousandsMark: string;
  readonly headlines: readonly string[];
  readonly descriptions: readonly string[];
  readonly ctas: Readonly<Record<Cta, string>>;
  readonly words: Readonly<Record<Industry, Words>>;
}

/** Placeholder values of one text, so that product and discount stay the same. */
export interface Filling {
  readonly brand: string;
  readonly product: string;
  readonly pain: string;
  readonly gain: string;
  readonly feature: string;
  readonly audience: string;
  readonly percent: string;
  readonly code: string;
  readonly count: string;
  readonly rating: string;
  readonly days: string;
  readonly hours: string;
  readonly price: string;
}

export function fillIn(sentence: string, filling: Filling): string {
  let text = '';
  let from = 0;
  for (;;) {
    const open = sentence.indexOf('{', from);
    if (open === -1) return text + sentence.slice(from);
    const close = sentence.indexOf('}', open);
    text += sentence.slice(from, open) + wordFor(sentence.slice(open + 1, close), filling);
    from = close + 1;
  }
}

function wordFor(place: string, filling: Filling): string {
  if (isPlace(place, filling)) return filling[place];
  const small = place.toLowerCase();
  if (!isPlace(small, filling)) throw new RangeError(`Unknown placeholder {${place}} in a sentence.`);
  return capital(filling[small]);
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function isPlace(place: string, filling: Filling): place is keyof Filling {
  return Object.hasOwn(filling, place);
}

/** Formats a whole number below a billion with thousands separators. */
export function grouped(number: number, mark: string): string {
  if (number < 1000) return String(number);
  const rest = String(number % 1000).padStart(3, '0');
  return `${grouped(Math.floor(number / 1000), mark)}${mark}${rest}`;
}
