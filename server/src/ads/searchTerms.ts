/** A word or phrase of a search, as it was typed. */
export interface Term {
  readonly text: string;
  readonly isQuoted: boolean;
  /** Whether what has it is left out. */
  readonly isExcluded: boolean;
}

/** A phrase between quotes of any style, or what stands between spaces; a minus right before it excludes it. */
const term = /([-−－]?)(?:["“”„«»＂]([^"“”„«»＂]+)["“”„«»＂]|(\S+))/gu;

/** Words in any order, `"a phrase"`, `-word`, `-"a phrase"`. A quote without its partner and a minus that stands alone are characters like others. */
export function termsOf(searchQuery: string): Term[] {
  // A byte order mark counts as a space here but is dropped from folded text, where it separates no words.
  return Array.from(
    searchQuery.replaceAll('\u{feff}', '').matchAll(term),
    ([, minus, phrase, word = '']) => ({
      text: phrase ?? word,
      isQuoted: phrase !== undefined,
      isExcluded: minus !== '',
    }),
  );
}

/** Each of them is looked for in the text of every ad that may have it. */
export const mostRequiredTerms = 20;

/** The rarest values; among equally rare ones the longest, which is likely rarer than the sample tells. */
export function rarest<Value>(
  values: readonly Value[],
  most: number,
  adsWith: (value: Value) => number,
  lengthOf: (value: Value) => number,
): Value[] {
  const sorted = values
    .map((value) => ({ value, ads: adsWith(value), length: lengthOf(value) }))
    .toSorted((one, other) => one.ads - other.ads || other.length - one.length);
  return sorted.slice(0, most).map(({ value }) => value);
}

/** Each of them is compared with every ad. A query that excludes more is taken for an ad's own text, as one phrase. */
export const mostExcludedTerms = 100;
