import { parseTerm, type SearchTerm } from './searchText.ts';

export interface Term {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly isExcluded: boolean;
}

/** A phrase in quotes of any style, or text between spaces; a minus directly before it excludes it. */
const termPattern = /([-−－]?)(?:["“”„«»＂]([^"“”„«»＂]+)["“”„«»＂]|(\S+))/gu;

/** Supports words in any order, `"a phrase"`, `-word` and `-"a phrase"`. Unmatched quotes and a lone minus are literal. */
export function parseTerms(searchQuery: string): Term[] {
  // A byte order mark counts as a space in regular expressions but is removed from folded text.
  return Array.from(
    searchQuery.replaceAll('\u{feff}', '').matchAll(termPattern),
    ([, minus, phrase, word = '']) => ({
      text: phrase ?? word,
      isQuoted: phrase !== undefined,
      isExcluded: minus !== '',
    }),
  );
}

/** Each term is searched in the text of every candidate ad. */
export const maxRequiredTerms = 20;

/** Each term is compared with every ad. A query with more exclusions is treated as a pasted ad text, as one phrase. */
export const maxExcludedTerms = 100;

export interface SearchQuery {
  readonly required: readonly SearchTerm[];
  /** An ad must contain none of these, unless it contains the whole query: a pasted ad text may have a minus before a word. */
  readonly excluded: readonly SearchTerm[];
  /** The whole query as a phrase; null if nothing is excluded or the query is short. */
  readonly whole: string | null;
}

/** A query with at least this many words that are not excluded may be a pasted ad text. */
const minCopyWords = 5;

/** Terms without a letter, digit or emoji are ignored. */
export function parseQuery(searchQuery: string): SearchQuery {
  const required = new Map<string, SearchTerm>();
  const excluded = new Map<string, SearchTerm>();
  const terms = parseTerms(searchQuery);
  for (const { text, isExcluded } of terms) {
    const term = parseTerm(text);
    if (term !== null) (isExcluded ? excluded : required).set(term.sequence ?? term.tokens.join(' '), term);
  }
  const mayBeCopy = terms.filter(({ isExcluded }) => !isExcluded).length >= minCopyWords;
  const phrase = excluded.size > maxExcludedTerms ? parseTerm(searchQuery) : null;
  if (phrase !== null) return { required: [phrase], excluded: [], whole: null };
  return {
    required: [...required.values()],
    excluded: [...excluded.values()],
    whole: excluded.size > 0 && mayBeCopy ? (parseTerm(searchQuery)?.sequence ?? null) : null,
  };
}

export function requiredTokens({ required }: SearchQuery): string[] {
  return [...new Set(required.flatMap(({ tokens }) => tokens))];
}

/** The number of tokens by which a phrase without spaces is looked up before it is compared. */
const maxPhraseTokens = 10;

export function isLong(query: SearchQuery): boolean {
  return (
    query.required.length > maxRequiredTerms ||
    requiredTokens(query).length > maxRequiredTerms * maxPhraseTokens
  );
}

const termLength = ({ tokens, sequence }: SearchTerm): number => (sequence ?? tokens.join('')).length;

/** @param adsWith how many of some ads have a token */
export function withRarest(query: SearchQuery, adsWith: (token: string) => number): SearchQuery {
  const rarestTokens = (tokens: readonly string[], most: number): string[] =>
    rarest(tokens, most, adsWith, (token) => token.length);
  const required = query.required.map((term) => ({
    ...term,
    // If the sequence decides, fewer tokens find the same ads.
    tokens: term.sequence === null ? term.tokens : rarestTokens(term.tokens, maxPhraseTokens),
  }));
  const adsWithRarest = ({ tokens }: SearchTerm): number => Math.min(...tokens.map(adsWith));
  return { ...query, required: rarest(required, maxRequiredTerms, adsWithRarest, termLength) };
}

/** The rarest values. Of equally rare ones the longest comes first, since it is likely rarer than the sample shows. */
export function rarest<Value>(
  values: readonly Value[],
  most: number,
  adsWith: (value: Value) => number,
  length: (value: Value) => number,
): Value[] {
  const sorted = values
    .map((value) => ({ value, ads: adsWith(value), length: length(value) }))
    .toSorted((one, other) => one.ads - other.ads || other.length - one.length);
  return sorted.slice(0, most).map(({ value }) => value);
}
