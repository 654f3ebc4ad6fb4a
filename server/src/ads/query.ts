import { mostExcludedTerms, mostRequiredTerms, rarest, termsOf, type Term } from './searchTerms.ts';
import { parseTerm, type SearchTerm } from './searchText.ts';

/** A search as it was typed, taken apart. */
export interface Query {
  /** An ad must have all of them. */
  readonly required: readonly SearchTerm[];
  /** And none of these, unless it has the whole query as it stands: an ad's own text may have a minus before a word. */
  readonly excluded: readonly SearchTerm[];
  /** The words of the whole query as they stand in a text; null where nothing is excluded, or where they are few. */
  readonly whole: string | null;
}

/** A query of this many words, besides those it excludes, may be an ad's own text. */
const fewestWordsOfCopy = 5;

/** What has no letter, digit or picture in it restricts nothing. */
export function parseQuery(searchQuery: string): Query {
  const required = new Map<string, SearchTerm>();
  const excluded = new Map<string, SearchTerm>();
  const terms = termsOf(searchQuery);
  for (const { text, isExcluded } of terms) {
    const sought = parseTerm(text);
    if (sought !== null)
      (isExcluded ? excluded : required).set(sought.sequence ?? sought.tokens.join(' '), sought);
  }
  const phrase = excluded.size > mostExcludedTerms ? parseTerm(searchQuery) : null;
  if (phrase !== null) return { required: [phrase], excluded: [], whole: null };
  return {
    required: [...required.values()],
    excluded: [...excluded.values()],
    whole: excluded.size > 0 && mayBeCopy(terms) ? (parseTerm(searchQuery)?.sequence ?? null) : null,
  };
}

/** Few words may stand together in any ad. */
function mayBeCopy(terms: readonly Term[]): boolean {
  return terms.filter(({ isExcluded }) => !isExcluded).length >= fewestWordsOfCopy;
}

/** The words that the index is asked for. */
export function requiredTokens({ required }: Query): string[] {
  return [...new Set(required.flatMap(({ tokens }) => tokens))];
}

/** What a phrase of letters without spaces is looked up by before it is compared. */
const mostTokensOfPhrase = 10;

/** Whether to search by the rarest words alone, since all of them would take too long. */
export function isLong(query: Query): boolean {
  return (
    query.required.length > mostRequiredTerms ||
    requiredTokens(query).length > mostRequiredTerms * mostTokensOfPhrase
  );
}

const lengthOf = ({ tokens, sequence }: SearchTerm): number => (sequence ?? tokens.join('')).length;

/** @param adsWith how many of some ads have a token */
export function withRarest(query: Query, adsWith: (token: string) => number): Query {
  const rarestTokens = (tokens: readonly string[], most: number): string[] =>
    rarest(tokens, most, adsWith, (token) => token.length);
  const required = query.required.map(({ tokens, sequence }) => ({
    // Where the sequence decides, fewer tokens find the same ads.
    tokens: sequence === null ? tokens : rarestTokens(tokens, mostTokensOfPhrase),
    sequence,
  }));
  const adsWithRarest = ({ tokens }: SearchTerm): number => Math.min(...tokens.map(adsWith));
  return { ...query, required: rarest(required, mostRequiredTerms, adsWithRarest, lengthOf) };
}
