/** A word or phrase of a search query. */
export interface Term {
  readonly text: string;
  readonly isQuoted: boolean;
  /** Whether ads with this term are excluded. */
  readonly isExcluded: boolean;
}

/** A phrase in quotes of any style, or text between spaces; a minus directly before it excludes it. */
const term = /([-−－]?)(?:["“”„«»＂]([^"“”„«»＂]+)["“”„«»＂]|(\S+))/gu;

/** Supports words in any order, `"a phrase"`, `-word` and `-"a phrase"`. Unmatched quotes and a lone minus are literal. */
export function parseTerms(searchQuery: string): Term[] {
  // A byte order mark counts as a space in regular expressions but is removed from folded text.
  return Array.from(
    searchQuery.replaceAll('\u{feff}', '').matchAll(term),
    ([, minus, phrase, word = '']) => ({
      text: phrase ?? word,
      isQuoted: phrase !== undefined,
      isExcluded: minus !== '',
    }),
  );
}

/** Each term is searched in the text of every candidate ad. */
export const maxRequiredTerms = 20;

/** The rarest values. Of equally rare ones the longest comes first, since it is likely rarer than the sample shows. */
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

/** Each term is compared with every ad. A query with more exclusions is treated as a pasted ad text, as one phrase. */
export const maxExcludedTerms = 100;
